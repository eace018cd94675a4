const SHORTEST = 16;
const FEWEST_CHARACTERS = 6;

/** Why a webhook secret can be guessed; undefined for a good one. Never quotes it. */
export function weakness(secret: string): string | undefined {
  if (secret.length < SHORTEST) return `it has only ${secret.length} characters`;
  if (new Set(secret).size < FEWEST_CHARACTERS) return `it uses only ${new Set(secret).size} different characters`;
  return undefined;
}
