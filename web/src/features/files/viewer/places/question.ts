import { FIRST_CHARACTER } from '../../../../lib/format.ts';
import { splitName } from '../../grid/file-opening.ts';

/** Most characters of a question, as UTF-16 counts them, which no counting exceeds. */
const MAX_QUESTION_LENGTH = 500;

type Parts = {
  /** A sentence that begins the question. */
  opening: string;
  project: string;
  version: string;
  /** Name of the file. */
  file: string;
  /** In words; empty for the file as a whole. */
  place: string;
  link: string;
};

/** Message about a place (specification 6.17); long names are cut, the link never. */
export function questionText(parts: Parts): string {
  const rest = textOf({ ...parts, project: '', file: '-' }).length - 1;
  const room = MAX_QUESTION_LENGTH - rest;
  if (room < 2) return parts.link;
  const half = Math.floor(room / 2);
  const project = cut(parts.project, Math.max(half, room - parts.file.length));
  return textOf({ ...parts, project, file: cutName(parts.file, room - project.length) });
}

/** Like questionText, about several files: as many of their names as fit, then how many more there are. */
export function questionAboutFiles({
  names,
  more,
  ...parts
}: Omit<Parts, 'file' | 'place'> & { names: readonly string[]; more: (count: number) => string }): string {
  // Shorter names than two characters with their line break do not exist.
  for (let count = Math.min(names.length, MAX_QUESTION_LENGTH / 2); count > 0; count -= 1) {
    const left = names.length - count;
    const lines = [...names.slice(0, count), ...(left > 0 ? [more(left)] : [])];
    const text = textOf({ ...parts, file: lines.join('\n'), place: '' });
    if (text.length <= MAX_QUESTION_LENGTH) return text;
  }
  const [first = '', ...others] = names;
  return questionText({ ...parts, file: first, place: others.length > 0 ? more(others.length) : '' });
}

function textOf({ opening, project, version, file, place, link }: Parts): string {
  const what = [`${project}, ${version}`, [file, place].filter(Boolean).join(', ')];
  return `${[opening, ...what, link].join('\n')}\n`;
}

/** "a very long name.png" -> "a very lo….png" */
function cutName(name: string, length: number): string {
  if (name.length <= length) return name;
  const [base, extension] = splitName(name);
  return extension.length < length / 2 ? cut(base, length - extension.length) + extension : cut(name, length);
}

/** Ends where a character ends as people see it. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  let kept = '';
  for (let rest = text; ;) {
    const character = FIRST_CHARACTER.exec(rest)?.[0] ?? '';
    if (character === '' || kept.length + character.length + 1 > length) return `${kept}…`;
    kept += character;
    rest = rest.slice(character.length);
  }
}
