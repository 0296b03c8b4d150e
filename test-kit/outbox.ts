import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import PostalMime from 'postal-mime';

type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  /** Names of the files that travel with it. */
  files: string[];
};

/** All mails that a product without SMTP_URL wrote, oldest first. */
export async function readOutbox(dataDir: string): Promise<Mail[]> {
  const folder = path.join(dataDir, 'outbox');
  if (!existsSync(folder)) return [];
  // A file with a leading dot in its name is still being written.
  const files = readdirSync(folder).filter((name) => /^[^.].*\.eml$/.test(name));
  return Promise.all(files.toSorted().map((name) => parseMail(readFileSync(path.join(folder, name)))));
}

/** The newest mail to `to` that holds a link to `linkPath` (such as /verify-email); waits for it up to 10 s. */
export async function waitForMail(
  dataDir: string,
  to: string,
  linkPath: string,
): Promise<Mail & { link: URL }> {
  for (let waitedMs = 0; waitedMs < 10_000; waitedMs += 50) {
    const mails = await readOutbox(dataDir);
    for (const mail of mails.toReversed()) {
      const link = mail.links
        .map((address) => new URL(address))
        .find(({ pathname }) => pathname === linkPath);
      if (mail.to === to && link) return { ...mail, link };
    }
    await pause(50);
  }
  throw new Error(`No mail with a link to ${linkPath} reached ${to} within 10 s.`);
}

/** The text of the newest mail to `to` that `pattern` is found in; waits for it up to 10 s. */
export async function waitForMailText(dataDir: string, to: string, pattern: RegExp): Promise<string> {
  for (let waitedMs = 0; waitedMs < 10_000; waitedMs += 50) {
    const mails = await readOutbox(dataDir);
    const mail = mails.findLast(({ to: recipient, text }) => recipient === to && pattern.test(text));
    if (mail) return mail.text;
    await pause(50);
  }
  throw new Error(`No mail with ${String(pattern)} reached ${to} within 10 s.`);
}

async function parseMail(source: Buffer): Promise<Mail> {
  const { to, subject = '', text = '', html = '', attachments } = await PostalMime.parse(source);
  const links = text.match(/https?:\/\/[^\s<>"]+/g) ?? [];
  const files = attachments.map(({ filename }) => filename ?? '');
  return { to: to?.[0]?.address ?? '', subject, text, html, links, files };
}
