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

/** All mails that a product without SMTP_URL wrote, or those to one address, oldest first. */
export async function readOutbox(dataDir: string, to = ''): Promise<Mail[]> {
  const sources = mailFiles(dataDir).map((file) => readFileSync(file));
  const mails = await Promise.all(sources.filter((source) => source.includes(to)).map(parseMail));
  return mails.filter((mail) => to === '' || mail.to === to);
}

/** Files of the mails, oldest first. */
function mailFiles(dataDir: string): string[] {
  const folder = path.join(dataDir, 'outbox');
  if (!existsSync(folder)) return [];
  // A file with a leading dot in its name is still being written.
  const files = readdirSync(folder).filter((name) => /^[^.].*\.eml$/.test(name));
  return files.toSorted().map((name) => path.join(folder, name));
}

/** The newest mail to `to` that holds a link to `linkPath` (such as /verify-email); waits for it up to 10 s. */
export async function waitForMail(
  dataDir: string,
  to: string,
  linkPath: string,
): Promise<Mail & { link: URL }> {
  return waitForNewest(dataDir, to, `a link to ${linkPath}`, (mail) => {
    const links = mail.links.map((address) => new URL(address));
    const link = links.find(({ pathname }) => pathname === linkPath);
    return link && { ...mail, link };
  });
}

/** The text of the newest mail to `to` that `pattern` is found in; waits for it up to 10 s. */
export async function waitForMailText(dataDir: string, to: string, pattern: RegExp): Promise<string> {
  return waitForNewest(dataDir, to, String(pattern), ({ text }) => (pattern.test(text) ? text : undefined));
}

/** Mails to others are not parsed: a product that many journeys share writes hundreds. */
async function waitForNewest<Found>(
  dataDir: string,
  to: string,
  what: string,
  find: (mail: Mail) => Found | undefined,
): Promise<Found> {
  const seen = new Map<string, Promise<Mail> | undefined>();
  for (let waitedMs = 0; waitedMs < 10_000; waitedMs += 50) {
    for (const file of mailFiles(dataDir).toReversed()) {
      if (!seen.has(file)) {
        const source = readFileSync(file);
        seen.set(file, source.includes(to) ? parseMail(source) : undefined);
      }
      const mail = await seen.get(file);
      const found = mail?.to === to ? find(mail) : undefined;
      if (found !== undefined) return found;
    }
    await pause(50);
  }
  throw new Error(`No mail with ${what} reached ${to} within 10 s.`);
}

async function parseMail(source: Buffer): Promise<Mail> {
  const { to, subject = '', text = '', html = '', attachments } = await PostalMime.parse(source);
  const links = text.match(/https?:\/\/[^\s<>"]+/g) ?? [];
  const files = attachments.map(({ filename }) => filename ?? '');
  return { to: to?.[0]?.address ?? '', subject, text, html, links, files };
}
