import type { ProcessFact } from './run-members.js';

export const PS_COLUMNS = 'pid=,ppid=,pgid=,stat=,lstart=,command=';
const LINE = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\w{3}\s+\w{3}\s+\d+\s+[\d:]+\s+\d{4})\s+(.*)$/;

/**
 * Processes as `ps -axwwE -o …` of macOS lists them. Its session column holds addresses, so a session is never matched
 * there; with -E the environment of one's own, unprotected programs follows the command.
 */
export function factsFromPs(output: string, marker: string | undefined): ProcessFact[] {
  return output.split('\n').flatMap((line) => {
    const [, pid, parent, group, state = '', start = '', command = ''] = LINE.exec(line) ?? [];
    if (pid === undefined || state.startsWith('Z')) return [];
    const marked = marker !== undefined && ` ${command} `.includes(` ${marker} `);
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), session: 0, start, marked }];
  });
}
