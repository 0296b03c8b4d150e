import { describe, expect, test } from 'vitest';
import { exampleMails } from '../../../testing/example-mails.ts';

const PUBLIC_URL = 'https://portal.example.com';
const NAME = `<b>"O'Neil" & Co`;
const ESCAPED = '&lt;b&gt;&quot;O&#39;Neil&quot; &amp; Co';

describe.each(['en', 'tr'] as const)('mails in %s', (language) => {
  test.each(Object.entries(exampleMails(language, PUBLIC_URL, NAME)))(
    '%s says the same as text and as HTML, with one button that leads here, or none beside a code',
    (name, { subject, text, html }) => {
      expect(subject).not.toBe('');
      expect(subject).not.toMatch(/[\r\n]/);
      expect(`${subject}${text}${html}`).not.toMatch(/\{\{|undefined|null/);
      const links = text.match(/https?:\/\/\S+/g) ?? [];
      const buttons = Array.from(html.matchAll(/<a href="([^"]+)"/g), ([, href = '']) =>
        href.replaceAll('&amp;', '&'),
      );
      expect(links).toHaveLength(name.endsWith('code') || name.endsWith('codes') ? 0 : 1);
      expect(buttons).toEqual(links);
      for (const link of links) expect(new URL(link).origin).toBe(PUBLIC_URL);
      expect(text).toContain(NAME);
      expect(html).toContain(ESCAPED);
      expect(html).not.toContain(NAME);
      expect(html).toContain(`<html lang="${language}">`);
    },
  );
});

test('a key is put into the address so that any parser of queries returns it unchanged', () => {
  const { verify } = exampleMails('en', PUBLIC_URL);
  const link = new URL(/https?:\/\/\S+/.exec(verify?.text ?? '')?.[0] ?? '');
  expect([link.pathname, link.searchParams.get('key')]).toEqual(['/verify-email', '1.thnk5z.key']);
});
