import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '@vitrin/engine/disk/durable-folders.ts';

type WrittenMail = { to: string; text: string };

/** Deletes the mails of an outbox that `isMeant` names, also half-written ones; nothing where there is no outbox. */
export async function deleteMails(folder: string, isMeant: (mail: WrittenMail) => boolean): Promise<void> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  let isChanged = false;
  for (const name of names.filter((each) => each.endsWith('.eml'))) {
    const path = join(folder, name);
    // Another process may have deleted the file meanwhile.
    const mail = readMail(await readFile(path, 'latin1').catch(() => ''));
    if (!isMeant(mail)) continue;
    await rm(path, { force: true });
    isChanged = true;
  }
  if (isChanged) await syncFolder(folder);
}

/** Reads what nodemailer writes: parts of text in one of three encodings. `raw` has a character for each byte. */
function readMail(raw: string): WrittenMail {
  const end = raw.search(/\r?\n\r?\n/);
  const head = unfolded(raw.slice(0, end === -1 ? raw.length : end));
  const to = /^to: (.*)$/im.exec(head)?.[1] ?? '';
  const parts = raw.split(/^--\S+$/m).map(decodedPart);
  return {
    to: addressIn(to),
    text: [wordsOf(head), ...parts].join('\n'),
  };
}

function addressIn(to: string): string {
  const begin = to.lastIndexOf('<') + 1;
  const end = to.indexOf('>', begin);
  return (begin > 0 && end > 0 ? to.slice(begin, end) : to).trim().toLowerCase();
}

function unfolded(head: string): string {
  return head.replaceAll(/\r?\n[ \t]+/g, ' ').replaceAll('\r', '');
}

function wordsOf(head: string): string {
  return head.replaceAll(/=\?utf-8\?([bq])\?([^?\s]*)\?=/gi, (_whole, encoding: string, text: string) =>
    encoding.toLowerCase() === 'b'
      ? Buffer.from(text, 'base64').toString('utf8')
      : quoted(text.replaceAll('_', ' ')),
  );
}

function decodedPart(part: string): string {
  const end = part.search(/\r?\n\r?\n/);
  if (end === -1) return '';
  const encoding = /^content-transfer-encoding: *([\w-]+)/im.exec(part.slice(0, end))?.[1]?.toLowerCase();
  const body = part.slice(end);
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return quoted(encoding === 'quoted-printable' ? body.replaceAll(/=\r?\n/g, '') : body);
}

function quoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-Fa-f]{2})/g, (_whole, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
