import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "activity" (
    "seq" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "time" bigint NOT NULL,
    "name" text NOT NULL,
    "level" text NOT NULL,
    "deliveryId" text,
    "event" text,
    "action" text,
    "actor" text,
    "workItem" text,
    "sessionId" text,
    "dispatchId" text,
    "harness" text,
    "reason" text,
    "error" text
  )`,
  `CREATE INDEX "activity_delivery" ON "activity" ("deliveryId")`,
  `CREATE INDEX "activity_session" ON "activity" ("sessionId", "seq") WHERE sessionId IS NOT NULL`,
  `CREATE TABLE "delivery" (
    "seq" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "deliveryId" text NOT NULL,
    "event" text NOT NULL,
    "action" text,
    "receivedAt" bigint NOT NULL,
    "lastReceivedAt" bigint NOT NULL,
    "receivedCount" integer NOT NULL DEFAULT (1),
    "outcome" text NOT NULL,
    "reason" text NOT NULL,
    "evidence" text NOT NULL,
    "refs" text NOT NULL,
    "subjectKey" text,
    "repositoryKey" text,
    "repositoryId" bigint,
    "actor" text,
    "contentHash" text,
    "suiteKey" text,
    "suite" text,
    "headSha" text,
    "reviewKey" text,
    "error" text,
    "replayOf" text,
    "payload" blob NOT NULL
  )`,
  `CREATE INDEX "delivery_outcome" ON "delivery" ("outcome", "reason", "seq")`,
  `CREATE INDEX "delivery_subject" ON "delivery" ("subjectKey", "contentHash")`,
  `CREATE INDEX "delivery_suite" ON "delivery" ("suiteKey", "seq") WHERE suiteKey IS NOT NULL`,
  `CREATE UNIQUE INDEX "delivery_id" ON "delivery" ("deliveryId")`,
  `CREATE TABLE "dispatch" (
    "seq" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "id" text NOT NULL,
    "sessionId" text NOT NULL,
    "deliveryId" text,
    "kind" text NOT NULL,
    "reason" text NOT NULL,
    "state" text NOT NULL,
    "outcome" text,
    "detail" text,
    "heldUntil" bigint,
    "attempts" integer NOT NULL DEFAULT (0),
    "starts" integer NOT NULL DEFAULT (0),
    "attemptId" text,
    "createdAt" bigint NOT NULL,
    "startedAt" bigint,
    "endedAt" bigint,
    "deadlineAt" bigint,
    "endIntent" text,
    "exitCode" integer,
    "stderrTail" text,
    "resultText" text,
    "deniedPermissions" integer,
    "costUsd" double precision,
    "usage" text,
    "totals" text,
    "batchedWith" text,
    "budgetKey" text,
    "tokenHash" text,
    "executor" text NOT NULL
  )`,
  `CREATE INDEX "dispatch_state" ON "dispatch" ("state", "seq")`,
  `CREATE INDEX "dispatch_delivery" ON "dispatch" ("deliveryId")`,
  `CREATE INDEX "dispatch_lane" ON "dispatch" ("sessionId", "state", "seq")`,
  `CREATE UNIQUE INDEX "dispatch_one_running" ON "dispatch" ("sessionId") WHERE state = 'running' AND batchedWith IS NULL`,
  `CREATE UNIQUE INDEX "dispatch_id" ON "dispatch" ("id")`,
  `CREATE TABLE "pull_request_head" (
    "refKey" text NOT NULL,
    "headSha" text NOT NULL,
    "ref" text NOT NULL,
    "baseRepositoryId" bigint NOT NULL,
    "headRepositoryId" bigint,
    "headRef" text,
    "seenAt" bigint NOT NULL,
    PRIMARY KEY ("refKey", "headSha")
  )`,
  `CREATE INDEX "pull_request_head_sha" ON "pull_request_head" ("headSha")`,
  `CREATE TABLE "session" (
    "id" text PRIMARY KEY NOT NULL,
    "workItem" text NOT NULL,
    "workItemKey" text NOT NULL,
    "repositoryKey" text NOT NULL,
    "repositoryId" bigint,
    "harness" text NOT NULL,
    "harnessSessionId" text,
    "formerHarnessSessionIds" text NOT NULL DEFAULT ('[]'),
    "cwd" text NOT NULL,
    "status" text NOT NULL,
    "statusReason" text,
    "endpointOf" text,
    "checkout" text,
    "createdAt" bigint NOT NULL,
    "lastEventAt" bigint,
    "closedAt" bigint,
    "executor" text NOT NULL
  )`,
  `CREATE INDEX "session_item" ON "session" ("workItemKey")`,
  `CREATE INDEX "session_repository_id" ON "session" ("repositoryId", "repositoryKey")`,
  `CREATE INDEX "session_repository_key" ON "session" ("repositoryKey", "repositoryId")`,
  `CREATE UNIQUE INDEX "session_one_per_item" ON "session" ("workItemKey") WHERE status <> 'closed'`,
  `CREATE TABLE "session_link" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "sessionId" text NOT NULL,
    "ref" text NOT NULL,
    "refKey" text NOT NULL,
    "source" text NOT NULL,
    "open" boolean NOT NULL DEFAULT (1),
    "live" boolean NOT NULL DEFAULT (1),
    "recordedAt" bigint NOT NULL
  )`,
  `CREATE INDEX "session_link_ref" ON "session_link" ("refKey")`,
  `CREATE UNIQUE INDEX "session_link_one_owner" ON "session_link" ("refKey") WHERE live = 1`,
  `CREATE UNIQUE INDEX "session_link_once" ON "session_link" ("sessionId", "refKey")`,
];

const TABLES = ['session_link', 'session', 'pull_request_head', 'dispatch', 'delivery', 'activity'];

/** Inbox, lanes, sessions with their links, what pull requests showed of their heads, and the activity feed. */
export class Initial1764500000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP TABLE "${table}"`);
  }
}
