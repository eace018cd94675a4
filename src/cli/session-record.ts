/** A session as the control plane tells it. Times are ISO strings. */
export interface SessionFields {
  readonly workItem: string;
  readonly harness: string;
  readonly harnessSessionId: string | null;
  readonly cwd: string;
  readonly status: string;
  readonly createdAt: string;
  readonly lastEventAt: string | null;
  readonly recentDeliveries: readonly string[];
}

/** The record of one session as scripts know it: two statuses, the work item taken apart. */
export interface SessionRecord {
  readonly workItem: { ref: string; provider: string; owner: string; repo: string; number: number };
  readonly harness: string;
  readonly harnessSessionId: string | null;
  readonly cwd: string;
  readonly status: 'active' | 'closed';
  readonly createdAt: string;
  readonly lastEventAt: string | null;
  readonly recentDeliveries: readonly string[];
}

const REF = /^([^:]+):([^/]+)\/([^#]+)#(\d+)$/;

export function sessionRecord(session: SessionFields): SessionRecord {
  const [, provider = '', owner = '', repo = '', number = '0'] = REF.exec(session.workItem) ?? [];
  return {
    workItem: { ref: session.workItem, provider, owner, repo, number: Number(number) },
    harness: session.harness,
    harnessSessionId: session.harnessSessionId,
    cwd: session.cwd,
    status: session.status === 'closed' ? 'closed' : 'active',
    createdAt: session.createdAt,
    lastEventAt: session.lastEventAt,
    recentDeliveries: session.recentDeliveries,
  };
}
