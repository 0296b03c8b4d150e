import { MAX_FILE_NAME_LENGTH } from '@vitrin/shared/contract/files.ts';
import { expect, test } from 'vitest';
import { byFolder, noteFolders } from './folders.ts';

/** Names of files by their sections, from paths as a chosen folder has them. */
function sectionsOf(...paths: string[]) {
  const files = paths.map((path) => {
    const folders = path.split('/');
    return noteFolders(new File(['x'], folders.pop() ?? ''), folders);
  });
  const { loose, folders: found } = byFolder(files);
  const namesOf = (some: File[]) => some.map(({ name }) => name);
  return Object.fromEntries<string[]>([
    ...(loose.length > 0 ? [['', namesOf(loose)] as const] : []),
    ...found.map(([folder, some]) => [folder, namesOf(some)] as const),
  ]);
}

test.each([
  [['a.jpg', 'b.jpg'], { '': ['a.jpg', 'b.jpg'] }],
  [['Wedding/a.jpg', 'Wedding/b.jpg'], { Wedding: ['a.jpg', 'b.jpg'] }],
  [
    ['Wedding/Church/a.jpg', 'Wedding/Party/a.jpg', 'Wedding/all.txt'],
    { Church: ['a.jpg'], Party: ['a.jpg'], '': ['all.txt'] },
  ],
  [['Church/a.jpg', 'Party/b.jpg', 'c.jpg'], { Church: ['a.jpg'], Party: ['b.jpg'], '': ['c.jpg'] }],
  [['W/Party/Raw/Day 1/a.jpg', 'W/b.jpg'], { Party: ['Raw - Day 1 - a.jpg'], '': ['b.jpg'] }],
  [['Church/a.jpg', 'Party/Raw/b.jpg'], { Church: ['a.jpg'], Party: ['Raw - b.jpg'] }],
])('%j are put into sections', (paths, sections) => {
  expect(sectionsOf(...paths)).toEqual(sections);
});

test('a deep file keeps its own name if the one with its folders would be too long', () => {
  const deep = 'd'.repeat(MAX_FILE_NAME_LENGTH - '1.jpg'.length - ' - '.length);
  expect(sectionsOf(`A/${deep}/1.jpg`, `A/${deep}/12.jpg`, 'B/b.jpg')).toEqual({
    A: [`${deep} - 1.jpg`, '12.jpg'],
    B: ['b.jpg'],
  });
});

test('a file with a longer name keeps its bytes, type and date', async () => {
  const file = new File(['x'], 'a.txt', { type: 'text/plain', lastModified: 5 });
  const other = noteFolders(new File(['y'], 'b.txt'), ['B']);
  const [named] = byFolder([noteFolders(file, ['A', 'deep']), other]).folders[0]?.[1] ?? [];
  expect([named?.name, named?.type, named?.lastModified]).toEqual(['deep - a.txt', 'text/plain', 5]);
  expect(await named?.text()).toBe('x');
});
