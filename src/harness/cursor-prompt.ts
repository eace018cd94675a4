/** One argument may have 131,071 bytes; the rest of the way is room for everybody's arithmetic. */
const MOST_BYTES = 100_000;

/**
 * A prompt as an argument: never taken for an option, never too long for the kernel. What does not fit is named by
 * the file that holds the whole prompt.
 */
export function promptArgument(prompt: string, promptFile: string): string {
  const text = prompt.replaceAll('\0', '');
  const safe = text.startsWith('-') ? `\n${text}` : text;
  if (Buffer.byteLength(safe) <= MOST_BYTES) return safe;
  const rest = `\n\n[This prompt is cut here. Read the whole of it in ${promptFile} before you act]`;
  const bytes = Buffer.from(safe).subarray(0, MOST_BYTES - Buffer.byteLength(rest));
  return `${new TextDecoder().decode(bytes).replace(/\ufffd+$/, '')}${rest}`;
}
