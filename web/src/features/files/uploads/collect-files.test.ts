import { expect, test } from 'vitest';
import { byFolder } from './folders.ts';
import { collectFiles, withoutLitter } from './collect-files.ts';

type Tree = { [name: string]: Tree | 'file' | 'vanished' | 'vanished folder' };

const gone = () => new DOMException('gone', 'NotFoundError');

const entryOf = (name: string, content: Tree[string]): FileSystemEntry =>
  (content === 'file' || content === 'vanished'
    ? {
        name,
        isFile: true,
        isDirectory: false,
        file: (give: (file: File) => void, refuse: (error: DOMException) => void) =>
          content === 'file' ? give(new File([], name)) : refuse(gone()),
      }
    : {
        name,
        isFile: false,
        isDirectory: true,
        createReader: () => readerOf(content),
      }) as unknown as FileSystemEntry;

/** Returns two entries at a time, as browsers return about a hundred. */
function readerOf(tree: Tree | 'vanished folder'): FileSystemDirectoryReader {
  if (tree === 'vanished folder') return { readEntries: (_give, refuse) => refuse?.(gone()) };
  const left = Object.entries(tree).map(([name, content]) => entryOf(name, content));
  return { readEntries: (give) => give(left.splice(0, 2)) };
}

const dropOf = (tree: Tree) =>
  ({
    items: Object.entries(tree).map(([name, content]) => ({
      kind: 'file',
      webkitGetAsEntry: () => entryOf(name, content),
    })),
    files: [],
  }) as unknown as DataTransfer;

test('takes the files of nested folders, and skips system files', async () => {
  const { files } = await collectFiles(
    dropOf({
      'logo.svg': 'file',
      brand: {
        'a.png': 'file',
        'b.png': 'file',
        'c.png': 'file',
        '.DS_Store': 'file',
        __MACOSX: { '._a.png': 'file' },
        print: { 'Thumbs.db': 'file', 'poster.pdf': 'file' },
        empty: {},
      },
    }),
  );
  const { loose, folders } = byFolder(files);
  expect(loose.map(({ name }) => name)).toEqual(['logo.svg']);
  expect(folders.map(([folder, some]) => [folder, some.map(({ name }) => name)])).toEqual([
    ['brand', ['a.png', 'b.png', 'c.png', 'print - poster.pdf']],
  ]);
  expect(files.map(({ name }) => name).toSorted()).toEqual([
    'a.png',
    'b.png',
    'c.png',
    'logo.svg',
    'poster.pdf',
  ]);
});

test('takes plain files if there are no entries, as with pasted pictures', async () => {
  const file = new File([], 'image.png');
  const transfer = { items: [{ kind: 'string' }], files: [file] } as unknown as DataTransfer;
  expect(await collectFiles(transfer)).toEqual({ files: [file], vanished: 0 });
});

test('files and folders that vanish while a folder is read are counted, the others taken', async () => {
  const { files, vanished } = await collectFiles(
    dropOf({ render: { 'a.png': 'file', 'b.tmp': 'vanished', cache: 'vanished folder' } }),
  );
  expect(files.map(({ name }) => name)).toEqual(['a.png']);
  expect(vanished).toBe(2);
});

test('a chosen folder is read without system files', () => {
  const files = ['a.png', '.DS_Store', 'desktop.ini'].map((name) => new File([], name));
  expect(withoutLitter(files).map(({ name }) => name)).toEqual(['a.png']);
});
