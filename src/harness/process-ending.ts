import type { ProcessEnd } from './harness.adapter.js';
import { outcomeOf } from './outcome-of.js';
import { lastWords } from './plain-text.js';
import type { TurnOutcome } from './turn-outcome.js';

const SIGNALS: Readonly<Record<number, string>> = {
  129: 'HUP',
  130: 'INT',
  131: 'QUIT',
  134: 'ABRT',
  137: 'KILL',
  139: 'SEGV',
  141: 'PIPE',
  143: 'TERM',
  153: 'XFSZ',
};

/** True when nothing speaks against success: exit 0, or a result that was there before we ended a lingering process. */
export const endedWell = (end: ProcessEnd): boolean =>
  end.endedBy === 'lingered' || (end.endedBy === null && end.code === 0);

/** The outcome of a turn that we ended ourselves; undefined when it ended by itself or had its result. */
export function endedByUs(end: ProcessEnd): TurnOutcome | undefined {
  switch (end.endedBy) {
    case 'timed-out':
      return outcomeOf(
        'timed-out',
        'The turn ran past its deadline and was ended; raise routing.dispatchTimeoutSeconds when turns may take longer',
        end,
      );
    case 'silent':
      return outcomeOf(
        'silent',
        'The turn was ended because it printed nothing for too long; see routing.silenceTimeoutSeconds',
        end,
      );
    case 'output-limit':
      return outcomeOf(
        'output-limit',
        'The turn was ended because it printed more than a run may; its output was cut',
        end,
      );
    case 'cancelled':
      return outcomeOf('killed', 'The turn was ended because its dispatch was cancelled', end);
    case 'killed':
      return outcomeOf('killed', 'The turn was ended at the word of its owner', end);
    case 'lingered':
    case null:
      return undefined;
  }
}

/** The outcome of a turn without a terminal result, from its exit status alone. */
export function endedWithoutResult(end: ProcessEnd, harness: string): TurnOutcome {
  const words = lastWords(end.stderr);
  const said = words === '' ? 'nothing on stderr' : `stderr: ${words}`;
  if (end.code === null) return outcomeOf('interrupted', `${harness} vanished without a status (${said})`, end);
  if (end.code === 0) {
    return outcomeOf(
      'no-result',
      `${harness} exited with 0 but printed no result (${said}); read its output in the run directory`,
      end,
    );
  }
  if (end.code === 127)
    return outcomeOf(
      'not-installed',
      `${harness} could not be run (${said}); check that the program and its interpreter are installed`,
      end,
    );
  if (end.code === 126)
    return outcomeOf('not-installed', `${harness} could not be run: the program is not executable (${said})`, end);
  const signal = SIGNALS[end.code];
  if (signal !== undefined)
    return outcomeOf('killed', `${harness} was ended from outside by signal ${signal} (${said})`, end);
  return outcomeOf('agent-error', `${harness} exited with ${end.code} and printed no result (${said})`, end);
}
