import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "tree_record" (
    "sessionId" text PRIMARY KEY NOT NULL,
    "directory" text NOT NULL,
    "topLevel" text,
    "repositories" text NOT NULL,
    "recordedAt" bigint NOT NULL
  )`,
  `CREATE TABLE "workspace" (
    "sessionId" text PRIMARY KEY NOT NULL,
    "workItem" text NOT NULL,
    "repositoryKey" text NOT NULL,
    "path" text NOT NULL,
    "pathKey" text NOT NULL,
    "branch" text NOT NULL,
    "strategy" text NOT NULL,
    "state" text NOT NULL,
    "head" text,
    "foreignTree" boolean NOT NULL,
    "unmerged" boolean NOT NULL DEFAULT (0),
    "reason" text,
    "detail" text,
    "createdAt" bigint NOT NULL,
    "endedAt" bigint,
    "executor" text NOT NULL
  )`,
  `CREATE UNIQUE INDEX "workspace_one_owner" ON "workspace" ("pathKey") WHERE state IN ('preparing', 'ready')`,
];

/** Checkouts that the-loop makes, and what the working tree of every session was when it was first seen. */
export class Workspaces1764500000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['workspace', 'tree_record']) await runner.query(`DROP TABLE "${table}"`);
  }
}
