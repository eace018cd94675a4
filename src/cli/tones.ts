import type { Tone } from './terminal.js';

const SESSION_TONES: Readonly<Record<string, Tone>> = {
  active: 'good',
  starting: 'accent',
  paused: 'warn',
  stale: 'warn',
  parked: 'bad',
  closing: 'quiet',
  closed: 'quiet',
};

const DISPATCH_TONES: Readonly<Record<string, Tone>> = {
  queued: 'accent',
  running: 'strong',
  held: 'warn',
  interrupted: 'warn',
  succeeded: 'good',
  failed: 'bad',
  quarantined: 'bad',
  cancelled: 'quiet',
};

const OUTCOME_TONES: Readonly<Record<string, Tone>> = { accepted: 'good', ignored: 'quiet', defect: 'bad' };

export const sessionTone = ({ status }: { status: string }): Tone | undefined => SESSION_TONES[status];
export const dispatchTone = ({ state }: { state: string }): Tone | undefined => DISPATCH_TONES[state];
export const outcomeTone = ({ outcome }: { outcome: string }): Tone | undefined => OUTCOME_TONES[outcome];
