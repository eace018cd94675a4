import { printableLine } from './printable.js';
import type { Terminal, Tone } from './terminal.js';

/** One committed activity as the control plane tells it. */
export interface ActivityFields {
  readonly seq: number;
  readonly time: string;
  readonly name: string;
  readonly level: string;
  readonly deliveryId: string | null;
  readonly event: string | null;
  readonly action: string | null;
  readonly actor: string | null;
  readonly workItem: string | null;
  readonly sessionId: string | null;
  readonly dispatchId: string | null;
  readonly harness: string | null;
  readonly reason: string | null;
  readonly error: string | null;
}

const TONES: Record<string, Tone> = { debug: 'quiet', warn: 'warn', error: 'bad' };

/** For people: time, name, what it is about and why. */
export function activityLine(activity: ActivityFields, terminal: Pick<Terminal, 'paint'>): string {
  const { paint } = terminal;
  const what = [
    activity.workItem && paint('accent', printableLine(activity.workItem)),
    activity.event && printableLine(activity.action ? `${activity.event}.${activity.action}` : activity.event),
    activity.actor && `by ${printableLine(activity.actor)}`,
    activity.reason && paint('strong', printableLine(activity.reason)),
    activity.error && paint(TONES[activity.level] ?? 'bad', printableLine(activity.error)),
  ];
  const time = paint('quiet', new Date(activity.time).toTimeString().slice(0, 8));
  const name = paint(TONES[activity.level] ?? 'good', activity.name.padEnd(24));
  return [time, name, ...what.filter(Boolean)].join(' ').trimEnd();
}

/** For programs: the same order for ever, one tab between fields. */
export function activityRow(activity: ActivityFields): string {
  const { seq, time, name, event, action, actor, workItem, deliveryId, sessionId, dispatchId, reason, error } =
    activity;
  return [seq, time, name, workItem, event, action, actor, deliveryId, sessionId, dispatchId, reason, error]
    .map((field) => printableLine(String(field ?? '')))
    .join('\t');
}
