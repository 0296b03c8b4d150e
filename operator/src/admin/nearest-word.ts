const MOST_EDITS = 2;

/** The one of `words` that differs least from `word`, in two letters at most; undefined where none is that near. */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  const near = words
    .filter((other) => Math.abs(other.length - word.length) <= MOST_EDITS)
    .map((other) => ({ other, edits: editsBetween(word, other) }))
    .filter(({ edits }) => edits <= MOST_EDITS)
    .toSorted((a, b) => a.edits - b.edits);
  return near[0]?.other;
}

/** Edit distance: the number of letters to insert, delete or replace to turn one word into the other. */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
