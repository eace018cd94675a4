import { CLOSE_REASONS, DECLINE_REASONS, RESUME_REASONS, SPAWN_REASONS } from './decision-reason.js';
import { IGNORE_REASONS } from './ignore-reason.js';

/** docs/reasons.md: every reason a delivery can end with, and its sentence. */
export function reasonsPage(): string {
  return [
    '# Reasons',
    '',
    'Every delivery ends in one decision, and every decision has a reason. The words are stable: you find them in',
    '`deliveries list`, in GraphQL and in the activity feed, each with the evidence it rests on. `the-loop explain` says',
    'them for an event without doing anything.',
    '',
    ...section('`resume`: a session is woken', RESUME_REASONS),
    ...section('`spawn`: a session is started', SPAWN_REASONS),
    ...section('`close`: a session ends', CLOSE_REASONS),
    ...section('`ignore`: nobody is woken', IGNORE_REASONS),
    ...section('Why a pull request of another repository gets no session of its own', DECLINE_REASONS),
  ].join('\n');
}

function section(title: string, reasons: Readonly<Record<string, string>>): string[] {
  const rows = Object.entries(reasons).map(([reason, sentence]) => `| \`${reason}\` | ${sentence} |`);
  return [`## ${title}`, '', '| reason | means |', '| --- | --- |', ...rows, ''];
}
