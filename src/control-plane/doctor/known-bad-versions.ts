/** What is known against a version of a harness, and what to do. */
export interface VersionFault {
  readonly fault: string;
  readonly advice: string;
}

const NUMBERS = /(\d+)\.(\d+)\.(\d+)/;

/**
 * Measured faults. Claude Code up to 2.1.199 has no `claude agents --json`, so nobody can tell whether a person has the
 * conversation open, and it finds a conversation from the directory it began in only. `cursor-agent` on npm is a
 * program of somebody else's by the same name.
 */
export function knownFault(harness: string, version: string): VersionFault | undefined {
  const numbers = NUMBERS.exec(version)?.slice(1).map(Number);
  if (numbers === undefined) return undefined;
  if (harness === 'claude' && isBefore(numbers, [2, 1, 200])) {
    const fault = 'cannot tell which conversations are open in a terminal, so that turns may be lost beside one';
    return { fault, advice: 'update it: claude update' };
  }
  if (harness === 'cursor' && numbers[0]! < 2_000) {
    const fault = 'is not the program of Cursor, but another one of the same name from npm';
    return { fault, advice: "install Cursor's own (https://cursor.com/cli), or set harnesses.cursor.binary" };
  }
  return undefined;
}

function isBefore(numbers: readonly number[], bound: readonly number[]): boolean {
  const at = numbers.findIndex((number, index) => number !== bound[index]);
  return at !== -1 && numbers[at]! < bound[at]!;
}
