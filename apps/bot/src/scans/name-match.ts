/** Compares words without regard to case and accents (`ø` is `o`, `ß` is `ss`), as Unicode collation does for a search. */
const COLLATOR = new Intl.Collator('und', { usage: 'search', sensitivity: 'base' });

/** The first of the wanted names that a participant's name matches, undefined when there is none. */
export function findNameMatch(participantName: string, wanted: readonly string[]): string | undefined {
  return wanted.find((name) => namesMatch(participantName, name));
}

/** Whether one name contains the other as whole words, without regard to case, accents and punctuation. */
export function namesMatch(a: string, b: string): boolean {
  const [shorter, longer] = [wordsOf(a), wordsOf(b)].toSorted((x, y) => x.length - y.length);
  if (shorter!.length === 0) return false;
  return longer!.some((_, start) =>
    shorter!.every((word, at) => COLLATOR.compare(word, longer![start + at] ?? '') === 0),
  );
}

function wordsOf(name: string): string[] {
  return name.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
