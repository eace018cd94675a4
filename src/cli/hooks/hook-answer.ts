/**
 * What a harness takes as "go on with this", by the protocol of its hook. Claude Code and Codex share one; Cursor
 * submits the text of its stop hook as the next message. Nothing is printed otherwise: plain text of a start or of a
 * prompt would enter the conversation.
 */
export function hookAnswer(harness: string, event: string, handOver: string | null | undefined): string | undefined {
  if (!handOver) return undefined;
  if (harness === 'cursor') return event === 'stop' ? JSON.stringify({ followup_message: handOver }) : undefined;
  if (event === 'Stop') return JSON.stringify({ decision: 'block', reason: handOver });
  if (event !== 'UserPromptSubmit') return undefined;
  return JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: handOver } });
}
