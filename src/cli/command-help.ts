import type { Command, OptionSpec } from './command.js';

/** The help text of one command, made of the same table that reads its arguments. */
export function commandHelp({ name, about }: { name: string; about: string }, command: Command): string {
  const options = Object.entries(command.options).map(
    ([option, spec]) => [usage(option, spec), sentence(spec)] as const,
  );
  const width = Math.max(0, ...options.map(([shown]) => shown.length));
  return [
    `the-loop ${[name, ...(command.operands ?? []), options.length > 0 ? '[options]' : ''].join(' ').trim()}`,
    '',
    `  ${about}`,
    ...(options.length > 0 ? ['', ...options.map(([shown, text]) => `  ${shown.padEnd(width)}  ${text}`)] : []),
    ...(command.notes === undefined ? [] : ['', command.notes.replace(/^/gm, '  ')]),
  ].join('\n');
}

function usage(name: string, { type, value, negatable }: OptionSpec): string {
  if (type === 'string') return `--${name} ${value ?? 'TEXT'}`;
  return negatable ? `--[no-]${name}` : `--${name}`;
}

function sentence({ about, choices, required, default: preset }: OptionSpec): string {
  const remarks = [
    required ? 'required' : undefined,
    choices === undefined ? undefined : choices.join(' | '),
    preset === undefined ? undefined : `default ${preset}`,
  ].filter((remark) => remark !== undefined);
  return about + (remarks.length > 0 ? ` (${remarks.join('; ')})` : '');
}
