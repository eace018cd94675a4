import { Injectable } from '@nestjs/common';
import { join } from 'node:path';
import { AppConfig } from '../config/app-config.js';
import { formatWorkItemRef } from '../sessions/work-item-ref.js';
import { repositoryNames } from './checkout-name.js';
import { CheckoutDirectories } from './checkout.directories.js';
import type { CheckoutPlan } from './checkout.maker.js';
import { cloneUrl } from './clone-url.js';
import { forkRule } from './fork-rule.js';
import { HeadFinder } from './head.finder.js';
import type { ProgressReport } from './progress.report.js';
import { refuseBadName } from './remote.repository.js';
import { WorkspaceRefusedError } from './workspace-refusal.js';
import type { KnownHead, PrepareRequest } from './workspace-request.js';

/** Turns a request into what is to be made and where, or refuses it. */
@Injectable()
export class CheckoutPlanner {
  constructor(
    private readonly directories: CheckoutDirectories,
    private readonly heads: HeadFinder,
    private readonly config: AppConfig,
  ) {}

  async plan(request: PrepareRequest, report: ProgressReport): Promise<CheckoutPlan> {
    const { workItem, signal } = request;
    const { root, strategy, cloneProtocol } = this.routing.workspace;
    if (root === '') {
      throw new WorkspaceRefusedError('no-root', 'routing.workspace.root is empty: no checkouts are made');
    }
    if (request.head !== null && request.head.branch !== null) refuseBadName(request.head.branch);
    const directory = await this.directories.open(root, repositoryNames(workItem));
    const url = cloneUrl(cloneProtocol, workItem);
    const asked = { signal, onLine: (line: string) => report.line(line) };
    const head = request.head && (await this.heads.complete(workItem, request.head, url, { ...asked, cwd: directory }));
    const foreignTree = this.admit(request, head);
    if (head !== null) refuseBadName(head.branch);
    const { owner, repo } = head?.fork ?? { owner: null, repo: null };
    const forkUrl = owner !== null && repo !== null ? cloneUrl(cloneProtocol, { owner, repo }) : null;
    const path = join(directory, `${workItem.number}`);
    return { workItem, head, strategy, directory, path, url, forkUrl, foreignTree, continueAt: null, asked };
  }

  /** Whether the tree will be a stranger's. */
  private admit({ workItem }: PrepareRequest, head: KnownHead | null): boolean {
    const { selfLogins, authorizedUsers, workspace } = this.routing;
    const policy = { allowForks: workspace.allowForks, selfLogins, authorizedUsers };
    const { allowed, foreignTree } = forkRule(head?.fork ?? null, policy);
    if (allowed) return foreignTree;
    const owner = head?.fork?.owner ?? 'an unknown account';
    throw new WorkspaceRefusedError(
      'fork-not-allowed',
      `Cannot check out ${formatWorkItemRef(workItem)}: its head is in a fork of ${owner}; ` +
        "routing.workspace.allowForks lets strangers' code in",
    );
  }

  private get routing() {
    return this.config.webhooks.ghWebhook.routing;
  }
}
