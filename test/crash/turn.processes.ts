import { readdirSync, readFileSync } from 'node:fs';

export interface TurnProcessFact {
  readonly pid: number;
  readonly attempt: string;
  readonly dispatch: string;
  /** The shell that outlives the server and writes down the status. */
  readonly isWrapper: boolean;
  /** The harness itself, not what it has left behind. */
  readonly isHarness: boolean;
}

/** The living processes of turns that carry this mark in their environment. Looked up in /proc, by no code of the product. */
export function turnProcesses(mark: string): TurnProcessFact[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const environment = readFileSync(`/proc/${name}/environ`, 'latin1').split('\0');
        const attempt = valueOf(environment, 'THE_LOOP_RUN');
        if (attempt === undefined || !environment.includes(mark) || isZombie(name)) return [];
        const command = readFileSync(`/proc/${name}/cmdline`, 'latin1');
        const isWrapper = command.includes('\0the-loop-turn\0');
        const dispatch = valueOf(environment, 'THE_LOOP_DISPATCH_ID') ?? '';
        return [
          { pid: Number(name), attempt, dispatch, isWrapper, isHarness: !isWrapper && /stub-\w+\.mjs/.test(command) },
        ];
      } catch {
        return []; // ended meanwhile
      }
    });
}

function valueOf(environment: readonly string[], name: string): string | undefined {
  return environment.find((entry) => entry.startsWith(`${name}=`))?.slice(name.length + 1);
}

function isZombie(pid: string): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
}
