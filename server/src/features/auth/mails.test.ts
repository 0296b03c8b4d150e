import { describe, expect, test } from 'vitest';
import { exampleMails } from '../../testing/example-mails.ts';
import { deviceName } from './device-name.ts';

const PUBLIC_URL = 'https://portal.example.com';
const NAME = `<b>"O'Neil" & Co`;
const ESCAPED = '&lt;b&gt;&quot;O&#39;Neil&quot; &amp; Co';

describe.each(['en', 'tr'] as const)('mails in %s', (language) => {
  test.each(Object.entries(exampleMails(language, PUBLIC_URL, NAME)))(
    '%s says the same as text and as HTML, with one button that leads here',
    (_name, { subject, text, html }) => {
      expect(subject).not.toBe('');
      expect(subject).not.toMatch(/[\r\n]/);
      expect(`${subject}${text}${html}`).not.toMatch(/\{\{|undefined|null/);
      const links = text.match(/https?:\/\/\S+/g) ?? [];
      const buttons = Array.from(html.matchAll(/<a href="([^"]+)"/g), ([, href = '']) =>
        href.replaceAll('&amp;', '&'),
      );
      expect(links).toHaveLength(1);
      expect(buttons).toEqual(links);
      expect(new URL(links[0] ?? '').origin).toBe(PUBLIC_URL);
      expect(text).toContain(NAME);
      expect(html).toContain(ESCAPED);
      expect(html).not.toContain(NAME);
      expect(html).toContain(`<html lang="${language}">`);
    },
  );
});

test('a key is put into the address so that any reader of queries gets it back', () => {
  const { verify } = exampleMails('en', PUBLIC_URL);
  const link = new URL(/https?:\/\/\S+/.exec(verify?.text ?? '')?.[0] ?? '');
  expect([link.pathname, link.searchParams.get('key')]).toEqual(['/verify-email', '1.thnk5z.key']);
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0',
    'Edge, Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/30.0 Chrome/140.0.0.0 Mobile Safari/537.36',
    'Samsung Internet, Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
    'Safari, macOS',
  ],
  ['curl/8.0', undefined],
  ['', undefined],
])('the device of %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
