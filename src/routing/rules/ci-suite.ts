import type { EventCi, GithubEvent } from '../github-event.js';
import type { SuiteReport } from '../suite-report.js';
import { hasFailed } from './ci-result.js';

/** More checks than this are not kept: the report is stored with every delivery of the suite. */
const MOST_CHECKS = 50;
const UNTOLD: SuiteReport = {
  attempt: 1,
  reportedBy: null,
  endedAt: null,
  endedBy: [],
  formerEndedAt: null,
  failed: {},
};

/**
 * The delivery that has reported this failure: another event of the same attempt, or one of an attempt that is past.
 * A delivery that comes again has not reported itself.
 */
export function reporterOf(event: GithubEvent, report: SuiteReport | null): string | null {
  if (event.ci === null || report === null) return null;
  if (isOfFormerAttempt(event, event.ci, report)) return report.reportedBy ?? 'of an earlier attempt';
  const { reportedBy } = attemptOf(event, event.ci, report);
  return reportedBy === event.deliveryId ? null : reportedBy;
}

/** The report after this event. `woke` says whether its failure goes to a session. */
export function reportAfter(event: GithubEvent, report: SuiteReport | null, woke: boolean): SuiteReport | null {
  const { ci, happenedAt, deliveryId } = event;
  if (ci === null || ci.suiteKey === null) return null;
  if (report !== null && isOfFormerAttempt(event, ci, report)) return report;
  const now = attemptOf(event, ci, report ?? UNTOLD);
  const ended = ci.completed && ci.checkName === null;
  return {
    ...now,
    reportedBy: now.reportedBy ?? (woke && hasFailed(ci) ? deliveryId : null),
    endedAt: ended ? Math.max(now.endedAt ?? 0, happenedAt ?? 0) : now.endedAt,
    endedBy: ended ? [...new Set([...now.endedBy, event.name])] : now.endedBy,
    failed: withFailure(now.failed, ci, happenedAt),
  };
}

/** The report of the attempt this event belongs to: the one we know, or a new one that this event begins. */
function attemptOf(event: GithubEvent, ci: EventCi, report: SuiteReport): SuiteReport {
  if (!beginsAnother(event, ci, report)) return report;
  const attempt = Math.max(report.attempt + 1, ci.attempt ?? 0);
  return { ...UNTOLD, attempt, formerEndedAt: report.endedAt };
}

/**
 * Only workflow_run counts attempts. A check belongs to another attempt when it began after the suite had ended, or when
 * it has failed before and began anew; the end of a suite, when the same event has told an earlier end. A status has
 * neither: it begins anew when it is told as something else than a failure.
 */
function beginsAnother(event: GithubEvent, ci: EventCi, report: SuiteReport): boolean {
  if (event.name === 'status') return report.reportedBy !== null && !hasFailed(ci);
  if (ci.attempt !== null) return ci.attempt > report.attempt;
  if (ci.checkName !== null) {
    const failedAt = Object.hasOwn(report.failed, ci.checkName) ? report.failed[ci.checkName] : undefined;
    return isAfter(ci.startedAt, report.endedAt) || isAfter(ci.startedAt, failedAt ?? null);
  }
  return ci.completed && report.endedBy.includes(event.name) && isAfter(event.happenedAt, report.endedAt);
}

function isOfFormerAttempt({ happenedAt }: GithubEvent, { attempt, startedAt }: EventCi, report: SuiteReport): boolean {
  if (attempt !== null) return attempt < report.attempt;
  const time = startedAt ?? happenedAt;
  return time !== null && report.formerEndedAt !== null && time <= report.formerEndedAt;
}

function isAfter(time: number | null, other: number | null): boolean {
  return time !== null && other !== null && time > other;
}

function withFailure(failed: SuiteReport['failed'], ci: EventCi, at: number | null): SuiteReport['failed'] {
  if (ci.checkName === null || at === null || !hasFailed(ci)) return failed;
  if (Object.keys(failed).length >= MOST_CHECKS && !Object.hasOwn(failed, ci.checkName)) return failed;
  return { ...failed, [ci.checkName]: at };
}
