import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { syncFolder } from '@vitrin/engine/disk/durable-folders.ts';
import { enveloped } from './envelope.ts';
import type { Mailer } from './mailer.ts';

/** Mails that an outbox holds; with the next one the oldest goes. */
export const MOST_MAILS = 2000;

/** Writes each mail as a durable .eml file, 2,000 at most. `logLinks` logs the first link (no SMTP_URL, loopback only). */
export function createOutboxMailer(
  folder: string,
  from: string,
  log: FastifyBaseLogger,
  logLinks: boolean,
): Mailer {
  let isFolderDurable = false;
  const makeFolder = async () => {
    const made = await mkdir(folder, { recursive: true });
    if (isFolderDurable && made === undefined) return;
    await syncFolder(dirname(folder));
    isFolderDurable = true;
  };
  return {
    async send(mail) {
      // The library is loaded with the first mail, which keeps the memory of an idle server small.
      const { default: nodemailer } = await import('nodemailer');
      const transport = nodemailer.createTransport({ streamTransport: true, buffer: true });
      const { message } = await transport.sendMail(enveloped(from, mail));
      await makeFolder();
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
      await writeFile(join(folder, `.${name}`), message, { mode: 0o600, flush: true });
      await rename(join(folder, `.${name}`), join(folder, name));
      await removeOldest(folder);
      await syncFolder(folder);
      const link = /https?:\/\/\S+/.exec(mail.text)?.[0];
      // Without the subject, which may name people.
      log.info({ file: name, ...(logLinks && link && { link }) }, 'Mail written');
    },
  };
}

/** Removes the oldest mails of a folder that holds too many: their names begin with the time. */
async function removeOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml') && !name.startsWith('.'));
  if (names.length <= MOST_MAILS) return;
  const oldest = names.toSorted().slice(0, names.length - MOST_MAILS);
  await Promise.all(oldest.map((name) => rm(join(folder, name), { force: true })));
}
