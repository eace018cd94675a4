const FENCE_ID = /^[A-Za-z0-9-]{8,64}$/;

export const opening = (id: string): string => `<untrusted-data-${id}>`;
export const closing = (id: string): string => `</untrusted-data-${id}>`;

/**
 * A value as JSON between two lines that carry the id. Every line between them is written by the serialiser: line ends
 * of the text are escaped, and each at sign is \u0040, because Claude Code and Gemini CLI attach the file that is named
 * after one, without asking, wherever it stands in a prompt.
 */
export function fenced(id: string, value: unknown): string {
  if (!FENCE_ID.test(id)) throw new TypeError('The id of a fence has 8 to 64 letters, digits or hyphens');
  return `${opening(id)}\n${JSON.stringify(value, null, 1).replaceAll('@', '\\u0040')}\n${closing(id)}`;
}
