import { UsageError } from './cli-error.js';

/** The number an option gives. */
export function wholeNumber(option: string, text: string, from: number, to: number): number {
  const number = Number(text);
  if (/^\d{1,15}$/.test(text) && number >= from && number <= to) return number;
  throw new UsageError(`--${option} cannot be ${JSON.stringify(text)}: it is a number from ${from} to ${to}`);
}
