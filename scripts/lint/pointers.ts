/** Reference to something that does not exist. */
export type BrokenPointer = { file: string; line: number; pointer: string };

/** The numbers of the sections that a chapter of the specification holds: `## 5.2 Progress` is 5.2. */
export function sectionsOf(chapter: string): string[] {
  return Array.from(chapter.matchAll(/^## (\d{1,3}\.\d{1,3}) /gm), ([, number = '']) => number);
}

/** Pointers of a text to sections (`specification 5.2`) that are not among `sections`. */
export function brokenSections(file: string, text: string, sections: ReadonlySet<string>): BrokenPointer[] {
  return text.split('\n').flatMap((line, index) =>
    Array.from(line.matchAll(/\bspecification (\d{1,3}\.\d{1,3})\b/gi), ([, number = '']) => number)
      .filter((number) => !sections.has(number))
      .map((number) => ({ file, line: index + 1, pointer: `specification ${number}` })),
  );
}

/** Pointers of a text to decisions (`decision 0015`, `decisions 0015 and 0077`) that are not among `decisions`. */
export function brokenDecisions(file: string, text: string, decisions: ReadonlySet<string>): BrokenPointer[] {
  return text.split('\n').flatMap((line, index) =>
    Array.from(line.matchAll(/\bdecisions?[ /](\d{4})\b(?: and (\d{4})\b)?/gi), ([, ...numbers]) => numbers)
      .flat()
      .filter((number) => number !== undefined && !decisions.has(number))
      .map((number) => ({ file, line: index + 1, pointer: `decision ${number}` })),
  );
}

/** Links of a Markdown text to files for which `exists` says no; web addresses and anchors are skipped. */
export function brokenLinks(
  file: string,
  markdown: string,
  exists: (relativePath: string) => boolean,
): BrokenPointer[] {
  return markdown.split('\n').flatMap((line, index) =>
    Array.from(line.matchAll(/\]\(([^()\s#:]{1,200})(?:#[^()\s]{0,200})?\)/g), ([, target = '']) => target)
      .filter((target) => !exists(target))
      .map((target) => ({ file, line: index + 1, pointer: target })),
  );
}
