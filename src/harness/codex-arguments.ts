/**
 * `codex exec resume` has no -s; the same choice is spelled as a configuration value there, so that the user's one
 * list of arguments serves both.
 */
export function forResume(extraArgs: readonly string[]): string[] {
  const rewritten: string[] = [];
  for (let index = 0; index < extraArgs.length; index += 1) {
    const argument = extraArgs[index] ?? '';
    const attached = /^--sandbox=(.*)$/.exec(argument)?.[1] ?? /^-s(.+)$/.exec(argument)?.[1];
    const separate = argument === '-s' || argument === '--sandbox' ? extraArgs[index + 1] : undefined;
    const mode = attached ?? separate;
    if (mode === undefined) {
      rewritten.push(argument);
      continue;
    }
    rewritten.push('-c', `sandbox_mode=${mode}`);
    if (separate !== undefined) index += 1;
  }
  return rewritten;
}
