import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { expect, test } from 'vitest';
import { PICTURE, VERSION } from '../../../../testing/projects.ts';
import { candidatesFor, comparedAs, pairFor, stemOf } from './pairing.ts';

let lastId = 0;
const fileOf = (version: number, name: string, changes: Partial<ProjectFile> = {}): ProjectFile => ({
  ...PICTURE,
  id: (lastId += 1),
  version,
  name,
  ...changes,
});
const versionOf = (id: number, files: ProjectFile[]): Version => ({ ...VERSION, id, files });
const film = { kind: 'video', is_image: false, is_video: true } as const;

test.each([
  ['poster-v2.png', 'poster', '.png'],
  ['Poster_V12.PNG', 'poster', '.png'],
  ['poster-v2_final (1).png', 'poster', '.png'],
  ['poster(3).png', 'poster', '.png'],
  ['poster.v1.2.png', 'poster', '.png'],
  ['poster version 3.png', 'poster', '.png'],
  ['poster rev4.png', 'poster', '.png'],
  ['afiş-yeni.jpg', 'afiş', '.jpg'],
  ['marvel.png', 'marvel', '.png'],
  ['summer 2026.png', 'summer 2026', '.png'],
  ['v2.png', 'v2', '.png'],
  ['-v2.png', '-v2', '.png'],
])('%s without its version mark is %s', (name, stem, extension) => {
  expect(stemOf(name)).toEqual([stem, extension]);
});

test('a name made only of version marks loses just a few of them', () => {
  expect(stemOf(`${'-v1'.repeat(80)}.png`)[0]).toBe('-v1'.repeat(76));
});

test('the pair is in the nearest older version that has one, and only then in a newer one', () => {
  const shown = fileOf(3, 'poster.png');
  const [oldest, older, newer] = [1, 2, 4].map((id) => fileOf(id, 'poster.png'));
  const all = [oldest, older, shown, newer].flatMap((file) =>
    file ? [versionOf(file.version, [file])] : [],
  );
  expect(pairFor(shown, all)).toBe(older);
  expect(
    pairFor(
      shown,
      all.filter(({ id }) => id !== 2),
    ),
  ).toBe(oldest);
  expect(
    pairFor(
      shown,
      all.filter(({ id }) => id > 2),
    ),
  ).toBe(newer);
});

test('the same name is preferred to one with marks, and that to another extension', () => {
  const shown = fileOf(2, 'Poster.png');
  const [same, marked, other] = ['poster.PNG', 'poster-v1.png', 'poster.jpg'].map((name) => fileOf(1, name));
  const first = [other, marked, same].filter((file) => file !== undefined);
  const pair = (files: ProjectFile[]) => pairFor(shown, [versionOf(1, files), versionOf(2, [shown])]);
  expect(pair(first)).toBe(same);
  expect(pair(first.slice(0, 2))).toBe(marked);
  expect(pair(first.slice(0, 1))).toBe(other);
  expect(pair([fileOf(1, 'flyer.png')])).toBeUndefined();
});

test('films are compared with films, pictures with first pages, and files without a picture with none', () => {
  const page = fileOf(1, 'poster.pdf', {
    kind: 'pdf',
    is_image: false,
    picture: null,
    thumbnail_large: '/large',
  });
  const archive = fileOf(1, 'poster.zip', { kind: 'other', is_image: false, picture: null });
  const movie = fileOf(1, 'poster.mp4', film);
  const shown = fileOf(2, 'poster.png');
  const all = [versionOf(1, [movie, archive, page]), versionOf(2, [shown])];
  expect(comparedAs(archive)).toBeUndefined();
  expect(pairFor(shown, all)).toBe(page);
  expect(candidatesFor(fileOf(2, 'other.mov', film), all).flatMap(({ files }) => files)).toEqual([movie]);
  expect(candidatesFor({ ...archive, version: 2 }, all)).toEqual([]);
});
