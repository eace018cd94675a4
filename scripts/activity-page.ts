import { ACTIVITY_CATALOGUE } from '../src/events/activity-catalogue.js';
import { table } from './markdown-table.js';

/** docs/activity.md: every name in the live feed. */
export function activityPage(): string {
  const rows = Object.entries(ACTIVITY_CATALOGUE).map(([name, { level, sentence }]) => [
    `\`${name}\``,
    level,
    sentence,
  ]);
  return [
    '# Activity',
    `Everything that happens is recorded under one of these names, in the transaction that made it true, and announced after the commit.
\`the-loop events --follow\` shows it, the subscription \`activity\` streams it, and the log has one line for each. The names are stable.`,
    `Each entry carries \`seq\` (its place in the order, and the cursor of the feed), \`time\` and \`level\`, and what applies of \`deliveryId\`, \`event\`,
\`action\`, \`actor\`, \`workItem\`, \`sessionId\`, \`dispatchId\`, \`harness\`, \`reason\` and \`error\`. Text from GitHub is not in it.`,
    table(['Name', 'Level', 'Means'], rows),
  ].join('\n\n');
}
