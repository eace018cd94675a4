import { distance } from 'fastest-levenshtein';

/** The known word a person most likely meant, or undefined when none is close. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((candidate) => ({ candidate, far: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.far - b.far);
  return best !== undefined && best.far <= Math.max(2, Math.ceil(word.length / 3)) ? best.candidate : undefined;
}
