import { asNumber, asObject, asText, jsonValue } from './json-value.js';
import type { LiveConversation } from './presence-probe.js';

/** The answer of `claude agents --json`: every live conversation of this user, of terminals and of `-p` runs alike. */
export function readAgents(stdout: string): readonly LiveConversation[] | undefined {
  const answer = jsonValue(stdout);
  const entries = Array.isArray(answer) ? (answer as unknown[]) : asObject(answer)?.agents;
  if (!Array.isArray(entries)) return undefined;
  return (entries as unknown[]).flatMap((value) => {
    const entry = asObject(value);
    const pid = asNumber(entry?.pid);
    const harnessSessionId = asText(entry?.sessionId);
    if (pid === undefined || harnessSessionId === undefined) return [];
    return [{ pid, harnessSessionId, cwd: asText(entry?.cwd) ?? null }];
  });
}
