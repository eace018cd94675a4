import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/database.tx.js';
import type { GithubEvent } from '../routing/github-event.js';
import { PullRequestStore } from '../sessions/pull-request.store.js';
import { RepositoryIdentity } from '../sessions/repository.identity.js';
import { formatWorkItemRef, sameWorkItem } from '../sessions/work-item-ref.js';
import { factsOf } from './decision.effects.js';
import type { RoutedDelivery } from './delivery.router.js';

/** Keeps what an event teaches, whatever was decided: links, transfers, which pull requests are open, and their heads. */
@Injectable()
export class LearnedFacts {
  constructor(
    private readonly pullRequests: PullRequestStore,
    private readonly repositories: RepositoryIdentity,
  ) {}

  keep(tx: Tx, { event, verdict, snapshot }: RoutedDelivery): void {
    this.head(tx, event);
    const { links, linkStates, keptOpen, moves } = verdict.facts;
    for (const { sessionId, ref, source } of links) this.pullRequests.link(tx, sessionId, ref, source);
    for (const { ref, open } of linkStates) {
      this.pullRequests.setOpen(tx, ref, open);
      if (open) continue;
      for (const session of snapshot.sessions) {
        if (!session.links.some((link) => link.open && sameWorkItem(link.ref, ref))) continue;
        tx.record({ name: 'session.pr_closed', ...about(event, session.id, ref) });
      }
    }
    for (const { sessionId, to, repositoryId } of moves) this.repositories.move(tx, sessionId, to, repositoryId);
    for (const { sessionId, ref } of keptOpen)
      tx.record({ name: 'session.kept_open', ...about(event, sessionId, ref) });
  }

  private head(tx: Tx, { subject, pullRequest }: GithubEvent): void {
    if (subject?.kind !== 'pull-request' || !pullRequest?.headSha || !pullRequest.baseRepositoryId) return;
    const { headSha, headRef, headRepositoryId, baseRepositoryId } = pullRequest;
    this.pullRequests.learnHead(tx, { ref: subject.ref, headSha, headRef, headRepositoryId, baseRepositoryId });
  }
}

function about(event: GithubEvent, sessionId: string, ref: Parameters<typeof formatWorkItemRef>[0]) {
  return { ...factsOf(event), sessionId, reason: formatWorkItemRef(ref) };
}
