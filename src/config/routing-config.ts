import { Key, Section } from './config-key.js';
import { HARNESS_NAMES, type HarnessName } from './harness-name.js';
import { HarnessArgsConfig } from './harnesses-config.js';
import {
  directoryOrMap,
  flag,
  line,
  listOf,
  mapOfLists,
  matching,
  nullable,
  oneOf,
  path,
  text,
  wholeNumber,
} from './key-shapes.js';

/** Logins of people, enterprise users (with an underscore) and Apps (ending in [bot]). */
const logins = listOf(/^[A-Za-z0-9][A-Za-z0-9_-]*(\[bot\])?$/, 'GitHub logins, without "@"');
/** One week; a timer of Node overflows at 24 days. */
const LONGEST_SECONDS = 604_800;

export class BatchingConfig {
  @Key('off: one turn per event; queued: everything waiting for a session becomes one turn', oneOf('off', 'queued'))
  mode: 'off' | 'queued' = 'off';

  @Key('A batch waits until no further event has come for this long', wholeNumber(0, 3600))
  quietSeconds = 0;

  @Key('A batch never waits longer than this in all', wholeNumber(0, 86_400))
  maxWaitSeconds = 120;

  @Key('Most events of one batch; the others stay for the next turn', wholeNumber(1, 1000))
  maxEvents = 50;
}

export class WorkspaceConfig {
  @Key('Directory for checkouts the-loop makes itself; empty means it makes none', { ...line, holds: 'path' })
  root = '';

  @Key('How a checkout is made: as a git worktree or as a clone', oneOf('worktree', 'clone'))
  strategy: 'worktree' | 'clone' = 'worktree';

  @Key('Protocol of clones', oneOf('https', 'ssh'))
  cloneProtocol: 'https' | 'ssh' = 'https';

  @Key('Keep the checkout when its session closes', flag)
  keepCheckoutOnClose = false;

  @Key('Allow the head of a fork to be checked out and worked on', flag)
  allowForks = false;
}

/** What an event leads to. */
export class RoutingConfig {
  @Key(
    'Whether deliveries wake sessions; off means they are stored only (start --route and --no-route override it)',
    flag,
  )
  enabled = false;

  @Key(
    'Logins that may trigger a session; null means anyone on a private repository and owners, members and collaborators on a public one, an empty list nobody',
    nullable(logins),
  )
  authorizedUsers: string[] | null = null;

  @Key('Logins the agents act under; what they do wakes nobody', logins)
  selfLogins: string[] = [];

  @Key('Ignore everything that accounts of type Bot do, except results of CI', flag)
  ignoreBots = false;

  @Key('Harness of new sessions', oneOf(...HARNESS_NAMES))
  defaultHarness: HarnessName = 'claude';

  @Key(
    'Whether an event without a session starts one: never, always, or only for items with the auto-execute label',
    oneOf('never', 'always', 'labeled'),
  )
  spawnOnUnmatched: 'never' | 'always' | 'labeled' = 'never';

  @Key('The label that starts work on an item under spawnOnUnmatched: labeled', {
    ...text,
    rules: [...text.rules, ...line.rules],
  })
  autoExecuteLabel = 'the-loop: auto-execute';

  @Key('Directory new sessions work in, or a map of owner/repository to directory', directoryOrMap)
  spawnWorkdir: string | Record<string, string> = '.';

  @Key('Whether a pull request of another repository gets a session of its own', oneOf('never', 'cross-repository'))
  sessionPerPr: 'never' | 'cross-repository' = 'cross-repository';

  @Key(
    'Line by which comments of the agents are known, so that they wake nobody',
    matching(/^(?=.*\S)[^\r\n]{1,200}$/, 'a text on one line that is not blank, of at most 200 characters'),
  )
  selfMarker = '<!-- the-loop:agent-comment -->';

  @Key('Most turns that run at the same time', wholeNumber(1, 64))
  maxConcurrentDispatches = 4;

  @Key('Delivery ids kept per session for display', wholeNumber(0, 100_000))
  dedupCacheSize = 1024;

  @Key('A turn is ended after this time', wholeNumber(1, LONGEST_SECONDS))
  dispatchTimeoutSeconds = 1800;

  @Key('A turn is ended after this time without output; 0 means never', wholeNumber(0, LONGEST_SECONDS))
  silenceTimeoutSeconds = 0;

  @Key(
    'Which CI results wake a session: failures, all completed ones, or every event',
    oneOf('failures', 'completed', 'all'),
  )
  ci: 'failures' | 'completed' | 'all' = 'failures';

  @Key('Per event the actions that wake nobody; null means the built-in list, {} none', nullable(mapOfLists))
  quietActions: Record<string, string[]> | null = null;

  @Section('Several waiting events as one turn', BatchingConfig)
  batching = new BatchingConfig();

  @Key('More turns of one session within an hour park it; 0 means no limit', wholeNumber(0, 100_000))
  maxTurnsPerHour = 20;

  @Key('More CI turns for one head commit park the session; 0 means no limit', wholeNumber(0, 100_000))
  maxTurnsPerHead = 5;

  @Key('A turn that died with the server: resume tries it once more, park waits for the owner', oneOf('resume', 'park'))
  onInterrupted: 'resume' | 'park' = 'resume';

  @Key(
    'A conversation the harness no longer knows: hold its events, or respawn a new conversation',
    oneOf('hold', 'respawn'),
  )
  onStale: 'hold' | 'respawn' = 'hold';

  @Key('A conversation that is open in a terminal: hold its events, or go on anyway', oneOf('hold', 'anyway'))
  onOpenElsewhere: 'hold' | 'anyway' = 'hold';

  @Key('File with the prompt of an event; null means the built-in one', nullable(path))
  promptTemplate: string | null = null;

  @Key('File with the prompt of a new session; null means the built-in one', nullable(path))
  spawnPromptTemplate: string | null = null;

  @Section('Arguments of your own for the harnesses', HarnessArgsConfig)
  harnessArgs = new HarnessArgsConfig();

  @Section('Checkouts the-loop makes itself', WorkspaceConfig)
  workspace = new WorkspaceConfig();
}
