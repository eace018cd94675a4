import type { ActivityFields } from '../src/cli/activity-line.js';
import { type OutputFields, outputLine } from '../src/cli/output-line.js';
import { printable, printableLine } from '../src/cli/printable.js';
import type { Terminal, Tone } from '../src/cli/terminal.js';

/** What the feed's names are called in the story; everything else stays behind the scenes. */
const WORDS: Readonly<Record<string, readonly [word: string, tone: Tone, remark?: string]>> = {
  'webhook.received': ['received', 'plain', 'stored, on disk'],
  'routing.routed': ['decided', 'accent'],
  'routing.dropped': ['refused', 'warn'],
  'dispatch.queued': ['queued', 'plain', 'waits in the lane of its session'],
  'dispatch.started': ['turn started', 'strong', 'the session wakes with this event'],
  'dispatch.succeeded': ['done', 'good'],
  'dispatch.failed': ['failed', 'bad'],
  'dispatch.held': ['held', 'warn'],
};

/** Tells the story of the demonstration, as it happens. */
export class Narrator {
  private readonly begun = Date.now();
  private acts = 0;

  constructor(private readonly terminal: Terminal) {}

  title(): void {
    this.say(this.paint('strong', 'the-loop'));
    this.say(
      'A comment on GitHub wakes the one session that works on the issue: in order, once, with its memory intact.',
    );
    this.say(
      this.paint(
        'quiet',
        'Server, database, signatures, queue and processes are real. GitHub and the agent are played.',
      ),
    );
  }

  act(sentence: string): void {
    this.say('');
    this.say(`${this.paint('accent', `${++this.acts}`)}  ${this.paint('strong', sentence)}`);
  }

  command(line: string): void {
    this.say(`   ${this.paint('quiet', '$')} ${line}`);
  }

  fact(name: string, value: string): void {
    this.say(`   ${this.paint('quiet', name.padEnd(10))} ${value}`);
  }

  answer(text: string): void {
    this.say(`   ${printable(text)}`);
  }

  posted({
    login,
    association,
    text,
    status,
  }: {
    login: string;
    association: string;
    text: string;
    status: number;
  }): void {
    this.say(
      `   ${this.paint('quiet', 'POST')} issue_comment by ${login} (${association}), signed: "${text}" ${this.paint('quiet', `→ ${status}`)}`,
    );
  }

  happened({ name, reason, error }: ActivityFields, explanation?: string): void {
    const [word, tone, remark] = WORDS[name] ?? [];
    if (word === undefined || tone === undefined) return;
    const why = explanation === undefined ? (remark ?? reason ?? '') : `${explanation} · ${reason}`;
    this.line(this.paint(tone, word.padEnd(13)), printableLine(error === null ? why : `${why} ${error}`));
  }

  /** One piece of what the agent says; answers whether there was anything to hear. */
  said(output: OutputFields): boolean {
    const lines = (outputLine(output, this.terminal) ?? '').split('\n').filter((line) => line !== '');
    for (const line of lines) this.say(`${' '.repeat(26)}${this.paint('quiet', '│')} ${line}`);
    return lines.length > 0;
  }

  epilogue(steps: readonly string[]): void {
    this.say('');
    const seconds = ((Date.now() - this.begun) / 1000).toFixed(0);
    this.say(`${this.paint('good', '✓')} ${steps.length} steps seen in ${seconds} s: ${steps.join(', ')}`);
  }

  staying(playground: string, webhook: string, folder: string): void {
    this.say('');
    this.say('The server stays up. Ctrl-C ends it and removes its folder.');
    this.fact('playground', playground);
    this.fact('webhooks', webhook);
    this.fact('folder', folder);
  }

  trouble(error: unknown): void {
    this.terminal.complain(
      `${this.paint('bad', '✗')} ${printable(error instanceof Error ? error.message : String(error))}`,
    );
  }

  private line(word: string, rest: string): void {
    const seconds = ((Date.now() - this.begun) / 1000).toFixed(1).padStart(5);
    this.say(`   ${this.paint('quiet', `${seconds} s`)}  ${word} ${rest}`.trimEnd());
  }

  private say(line: string): void {
    this.terminal.print(line);
  }

  private paint(tone: Tone, text: string): string {
    return this.terminal.paint(tone, text);
  }
}
