/** `U+41-43, U+131`, as style sheets write which letters a font has -> the code points. */
export function lettersOf(range: string): number[] {
  return range.split(',').flatMap((part) => {
    const [start = '', end = start] = part.trim().replace('U+', '').split('-');
    const first = Number.parseInt(start, 16);
    return Array.from({ length: Number.parseInt(end, 16) - first + 1 }, (_, index) => first + index);
  });
}

export function rangeOf(letters: number[]): string {
  const starts = letters.filter((letter) => !letters.includes(letter - 1));
  const ends = letters.filter((letter) => !letters.includes(letter + 1));
  const hex = (letter = 0) => letter.toString(16).toUpperCase();
  return starts
    .map((start, index) =>
      ends[index] === start ? `U+${hex(start)}` : `U+${hex(start)}-${hex(ends[index])}`,
    )
    .join(', ');
}
