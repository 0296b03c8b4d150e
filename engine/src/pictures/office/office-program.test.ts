import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { worksHere } from '../../sandbox/levels.ts';
import { programFolders } from '../../sandbox/programs.ts';
import { drawThumbnails } from '../thumbnails.ts';
import { officeFormatOf } from './office-formats.ts';
import { convertToPdf, isOfficeShown } from './office-program.ts';
import { LIMITS } from '../../testing/pictures/draw.ts';
import { lookForProgramsIn, standInOffice, standInRoom } from '../../testing/pictures/office-stand-ins.ts';
import { temporaryFolder } from '../../testing/temporary.ts';

/** The programs are Debian's and not on every machine; tests inside sandboxes run where they are installed. */
const ROOMS = worksHere('bubblewrap') ? ['bubblewrap'] : [];
const OFFICES = isOfficeShown() ? ['LibreOffice'] : [];

const RTF = officeFormatOf('application/rtf', '');
if (!RTF) throw new Error('Nothing reads rtf');

const folder = temporaryFolder();

function write(content: string | Buffer): string {
  const file = path.join(folder, 'document');
  writeFileSync(file, content);
  return file;
}

test('a document is read by its type in a sandbox without network, files and rights', async () => {
  const programs = standInOffice();
  const given = standInRoom(programs, Buffer.from('%PDF-1.7'));
  lookForProgramsIn(programs);
  await convertToPdf(write('letter'), RTF);
  const { args, input } = given();
  expect(input.toString()).toBe('letter');
  expect(args).toEqual(expect.arrayContaining(['--unshare-all', '--die-with-parent', '--clearenv']));
  expect(args).not.toContain('--share-net');
  expect(args).not.toContain('--bind');
  const shown = args.flatMap((arg, at) => (args[at - 1] === '--ro-bind-try' ? [arg] : []));
  expect(shown).not.toContain('/usr');
  expect(shown).toContain(path.join(programs, 'office'));
  expect(args.slice(-3)).toEqual(['/input/document.rtf', 'Rich Text Format', 'writer_pdf_Export']);
});

test('without bubblewrap LibreOffice is not run', async () => {
  lookForProgramsIn(standInOffice());
  expect(isOfficeShown()).toBe(false);
  await expect(convertToPdf(write('letter'), RTF)).rejects.toThrow('bubblewrap does not work');
  const programs = standInOffice();
  standInRoom(programs, Buffer.alloc(0));
  lookForProgramsIn(programs);
  expect(isOfficeShown()).toBe(true);
});

test.each(ROOMS)('in a room of %s there is nothing of this machine but programs', async () => {
  process.env['VITRIN_TEST_SECRET'] = 'secret';
  onTestFinished(() => void delete process.env['VITRIN_TEST_SECRET']);
  const secret = path.join(folder, 'secret');
  writeFileSync(secret, 'secret');
  const report = [
    'mkdir out; exec > out/document.pdf; echo %PDF-',
    `cat ${secret} /etc/passwd; ls /; env; cat /input/document.rtf`,
    'echo changed > /input/document.rtf; echo changed > /usr/bin/changed',
    'echo networks; tail -n +3 /proc/net/dev; echo folder; pwd; ls /tmp',
  ];
  const programs = standInOffice(`#!/bin/sh\n${report.join('\n')}\n`);
  lookForProgramsIn(programs, ...programFolders());
  const pages = await convertToPdf(write('the letter'), RTF);
  const seen = pages.toString();
  expect(seen).toContain('the letter');
  for (const absent of ['secret', 'root:', 'home', 'changed']) expect(seen).not.toContain(absent);
  expect(seen).toMatch(/networks\n +lo:.*\nfolder\n\/tmp\/work\n/);
  expect(existsSync('/usr/bin/changed')).toBe(false);
});

test.each(ROOMS)('processes started inside %s end with it', async () => {
  const programs = standInOffice(
    '#!/bin/sh\nhead -c 700000000 /dev/zero | tail -c 700000000 > /dev/null\nmkdir out; echo %PDF- > out/document.pdf\n',
  );
  lookForProgramsIn(programs, ...programFolders());
  await expect(convertToPdf(write(''), RTF)).rejects.toThrow('SIGKILL');
});

test.each(OFFICES)(
  '%s makes pages, and follows nothing that a document leads to',
  { timeout: 200_000 },
  async () => {
    let asked = 0;
    const server = createServer((_request, answer) => {
      asked += 1;
      answer.end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const secret = path.join(folder, 'secret.txt');
    writeFileSync(secret, 'a secret of this machine '.repeat(1000));
    const field = (kind: string, address: string) =>
      String.raw`{\field{\*\fldinst ${kind} "${address}"}{\fldrslt nothing}}\par `;
    const document = [
      String.raw`{\rtf1\ansi `,
      String.raw`Dear client\par `,
      field('INCLUDEPICTURE', `http://127.0.0.1:${port}/picture.png`),
      field('INCLUDETEXT', `file://${secret}`),
      '}',
    ];
    const pdf = await convertToPdf(write(document.join('')), RTF);
    expect(asked).toBe(0);
    const pictures = await drawThumbnails(
      'pdf',
      write(pdf),
      { ...LIMITS, mediaType: 'application/pdf', hasWhole: false },
      { info() {} },
    );
    // The text of the file would fill several pages.
    expect(pictures?.pages).toBe(1);
  },
);
