export interface HarnessFlags {
  /** Flags the adapter owns: with another value the output could not be read, or another conversation would answer. */
  readonly protocol: readonly string[];
  /** Flags by which the user gives the harness more freedom than it takes by itself. */
  readonly widening: readonly WideningFlag[];
}

export interface WideningFlag {
  readonly flag: string;
  /** Only these values widen; without a list the flag alone does. */
  readonly values?: RegExp;
}

/** The configuration key of a harness's own arguments, as it is written in the file. */
export const harnessArgsKey = (harness: string): string => `webhooks.ghWebhook.routing.harnessArgs.${harness}`;

/** Why the user's arguments cannot be added to those of the protocol; undefined when they can. */
export function protocolFlagProblem(
  harness: string,
  extraArgs: readonly string[],
  flags: HarnessFlags,
): string | undefined {
  for (const argument of extraArgs) {
    const owned = flags.protocol.find((flag) => isFlag(argument, flag));
    if (owned === undefined) continue;
    return `Cannot start ${harness} with "${argument}": ${owned} belongs to the-loop; remove it from ${harnessArgsKey(harness)}`;
  }
  return undefined;
}

/** The arguments that widen what the harness may do, as they are written; for `doctor`. */
export function wideningArgs(extraArgs: readonly string[], flags: HarnessFlags): string[] {
  return extraArgs.flatMap((argument, index) => {
    const widening = flags.widening.find(({ flag }) => isFlag(argument, flag));
    if (widening === undefined) return [];
    if (widening.values === undefined) return [argument];
    const attached = argument.startsWith('--') ? argument.indexOf('=') : -1;
    const value = attached > 0 ? argument.slice(attached + 1) : (extraArgs[index + 1] ?? '');
    if (!widening.values.test(value)) return [];
    return [attached > 0 ? argument : `${argument} ${value}`];
  });
}

/** `--flag`, `--flag=value`, `-f`, `-fvalue`, and `-xf` where single letters may stand together. */
function isFlag(argument: string, flag: string): boolean {
  if (argument === flag || argument.startsWith(`${flag}=`)) return true;
  if (flag.startsWith('--') || flag.length !== 2 || argument.startsWith('--')) return false;
  return argument.startsWith(flag) || (/^-[A-Za-z]+$/.test(argument) && argument.includes(flag.slice(1)));
}
