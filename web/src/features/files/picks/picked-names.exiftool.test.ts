import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { debianProgram } from '../../../../../test-kit/services/debian-program.ts';
import { nameLines } from './picked-names.ts';

const PIXEL = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

const PICKED = [
  'IMG_0001.gif',
  'two words.gif',
  '-delete_original!.gif',
  '-all=.gif',
  '#comment.gif',
  '#[CSTR]a\\n.gif',
  'çığ ışığı.gif',
  '100 %d.gif',
  '$FileName.gif',
  'a*.gif',
  'it\'s "quoted".gif',
  '&quot;.gif',
];
const OTHERS = ['IMG_0002.gif', 'IMG_00010.gif', 'ab.gif', 'words.gif', 'comment.gif', '100 1.gif'];

test('exiftool reads exactly the picked files by the list of their names', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrin-names-'));
  try {
    for (const name of [...PICKED, ...OTHERS]) writeFileSync(path.join(folder, name), PIXEL);
    const list = path.join(folder, 'names.txt');
    writeFileSync(list, `${nameLines(PICKED)}\n`);
    const answer = execFileSync(
      debianProgram('exiftool', 'libimage-exiftool-perl'),
      ['-charset', 'filename=UTF8', '-json', '-FileName', '-@', list],
      { cwd: folder, encoding: 'utf8' },
    );
    const read = JSON.parse(answer) as { FileName: string }[];
    expect(read.map(({ FileName }) => FileName).toSorted()).toEqual(PICKED.toSorted());
  } finally {
    rmSync(folder, { recursive: true });
  }
});
