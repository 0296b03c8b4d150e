import { Autolinker } from 'autolinker';
import { LinkifyIt } from 'linkify-it';
import { find } from 'linkifyjs';
import { parseFragment } from 'parse5';
import PostalMime from 'postal-mime';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listenForMail } from '../../../../test-kit/services/mail-server.ts';
import { exampleMails, exampleNotices, exampleReports } from '../../testing/example-mails.ts';
import { withoutLinks } from './chosen-words.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const PUBLIC_URL = 'https://portal.example.com';
const linkifyIt = new LinkifyIt();

/** The rules by which three libraries find links in a text. */
const LINKIFIERS: Record<string, (text: string) => string[]> = {
  linkifyjs: (text) => find(text).map(({ href }) => href),
  'linkify-it': (text) => (linkifyIt.match(text) ?? []).map(({ url }) => url),
  autolinker: (text) => Autolinker.parse(text, {}).map((match) => match.getAnchorHref()),
};
const linksOf = (text: string) => Object.values(LINKIFIERS).flatMap((linkify) => linkify(text));

const WORDS = [
  'acme.com relaunch',
  'bahar.cafe',
  'Your refund of $250 waits: https://evil.example/x?y=1',
  'www.evil.com',
  'HTTP://EVIL.COM',
  'ftp://evil.com/a',
  '//evil.com/a',
  'evil.co.uk/path',
  'pay@evil.com',
  'mailto:pay@evil.com',
  'tel:+15550100100',
  'Call +1 (555) 010-0100 or 5550100100',
  'https://203.0.113.9/a',
  '203.0.113.9/a',
  'https://localhost/x',
  'https://user:secret@evil.com:8443',
  'эвил.рф',
  'evil.xn--p1ai',
  'evil．com',
  'a.com.b.com.tr',
];

test.each(WORDS)('three libraries make a link of %s, and none of how a mail shows it', (word) => {
  const shown = withoutLinks(word);
  expect(linksOf(shown)).toEqual([]);
  expect(linksOf(`Hello ${shown}, see "${shown}": ${shown}.`)).toEqual([]);
  expect(shown.replaceAll('\u2060', '')).toBe(word);
});

test.each(['Bosphorus & Sons', 'version 2.0', 'J. R. R. Tolkien', '20/11/2026', '14:02', 'Ayşe’s work'])(
  'an ordinary word is shown as it is: %s',
  (word) => {
    expect(withoutLinks(word).replaceAll(/\d\u2060/g, (text) => text.slice(0, 1))).toBe(word);
  },
);

test.each([
  'a.'.repeat(32_000),
  '1.'.repeat(32_000),
  '1'.repeat(64_000),
  ':/'.repeat(32_000),
  '.1'.repeat(32_000),
])('a word of 64 KB takes linear time (%#)', (word) => {
  expect(withoutLinks(word).length).toBeLessThanOrEqual(2 * word.length);
});

/** The text that a reader of the HTML sees outside of links, a line for each piece. */
function textOf(html: string): string {
  const lines: string[] = [];
  const walk = (node: { nodeName: string; value?: string; childNodes?: unknown[] }) => {
    if (node.nodeName === 'a') return;
    if (node.value !== undefined) lines.push(node.value);
    for (const child of node.childNodes ?? []) walk(child as Parameters<typeof walk>[0]);
  };
  walk(parseFragment(html));
  return lines.join('\n');
}

async function delivered(mails: Parameters<ReturnType<typeof createSmtpMailer>['send']>[0][]) {
  const received: Buffer[] = [];
  const { url, stop } = await listenForMail({
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
      stream.on('end', () => {
        received.push(Buffer.concat(chunks));
        done();
      });
    },
  });
  onTestFinished(stop);
  const mailer = createSmtpMailer(url, 'noreply@vitrin.example');
  for (const mail of mails) await mailer.send(mail);
  return Promise.all(received.map((bytes) => PostalMime.parse(bytes)));
}

/** Links of a question to support: the installation, and the verified address of the sender. */
const OWN = [PUBLIC_URL, 'mailto:ayse@example.com'];

describe.each(['en', 'tr'] as const)('every mail in %s', (language) => {
  const word = 'evil.com https://evil.com/x pay@evil.com \u202emoc.live =?utf-8?q?Your=20bank?=';
  const mails = {
    ...exampleMails(language, PUBLIC_URL, word, word),
    ...exampleNotices(language, PUBLIC_URL, word, word),
    ...exampleReports(language, PUBLIC_URL, word, word),
  };

  test('a delivered mail has no link but its own, in text, HTML, From or subject', async () => {
    const arrived = await delivered(Object.values(mails).map((mail) => ({ ...mail, to: 'ada@example.com' })));
    expect(arrived).toHaveLength(Object.keys(mails).length);
    for (const { from, subject = '', text = '', html = '' } of arrived) {
      const name = from?.name ?? '';
      for (const links of [linksOf(text), linksOf(textOf(html))])
        expect(links.filter((link) => !OWN.includes(link) && !link.startsWith(`${PUBLIC_URL}/`))).toEqual([]);
      // A mailed code has no link, so that none can be followed by a scanner.
      expect(linksOf(text).length > 0).toBe(!/\b\d{6}\b/.test(text));
      expect([linksOf(subject), linksOf(name)]).toEqual([[], []]);
      expect(`${subject}${name}${text}`).not.toMatch(/\u202e|Your bank/);
      expect(text.replaceAll('\u2060', '')).toContain('evil.com');
    }
  });
});
