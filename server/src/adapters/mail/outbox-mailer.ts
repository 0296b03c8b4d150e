import { mkdir, rename, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { syncFolder } from '../../disk/durable-folders.ts';
import { enveloped } from './envelope.ts';
import type { Mailer } from './mailer.ts';

/**
 * Writes each message as an .eml file into a folder, durable when `send` returns. `logLinks` puts its first link into
 * the log, so that somebody who tries Vitrin on their own machine can go on at once (only without SMTP_URL on a
 * loopback PUBLIC_URL).
 */
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
      // Loaded with the first mail: an idle server does without it.
      const { default: nodemailer } = await import('nodemailer');
      const transport = nodemailer.createTransport({ streamTransport: true, buffer: true });
      const { message } = await transport.sendMail(enveloped(from, mail));
      await makeFolder();
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
      await writeFile(join(folder, `.${name}`), message, { mode: 0o600, flush: true });
      await rename(join(folder, `.${name}`), join(folder, name));
      await syncFolder(folder);
      const link = /https?:\/\/\S+/.exec(mail.text)?.[0];
      log.info({ file: name, ...(logLinks && link && { link }) }, `Mail written: ${mail.subject}`);
    },
  };
}
