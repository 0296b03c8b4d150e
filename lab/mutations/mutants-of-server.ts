import { type Mutant, mutantsOf } from './mutants.ts';
import { readFile } from './tree-copy.ts';

/** Code that answers requests; tests and the owner's commands have no guards. */
const TARGET =
  /^(?:server|operator)\/src\/(?!testing\/|admin\/|i18n\/|database\/migrations\/).*(?<!\.test)\.ts$/;

/** Every mutant of the server; `files` are those of the tree. */
export function mutantsOfServer(files: readonly string[]): Mutant[] {
  const texts = new Map(files.filter((file) => TARGET.test(file)).map((file) => [file, readFile(file)]));
  const weaker = new Set(
    Array.from(texts.values()).flatMap((text) =>
      Array.from(text.matchAll(/function (requireVisible\w+)/g), ([, name = '']) => name),
    ),
  );
  return Array.from(texts).flatMap(([file, text]) => mutantsOf(file, text, weaker));
}
