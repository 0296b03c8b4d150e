import { describe, expect, test } from 'vitest';
import { exampleNotices } from '../../testing/example-mails.ts';

const PUBLIC_URL = 'https://portal.example.com';
const NAME = `<b>"O'Neil" & Co`;
const ESCAPED = '&lt;b&gt;&quot;O&#39;Neil&quot; &amp; Co';

describe.each(['en', 'tr'] as const)('notices in %s', (language) => {
  test.each(Object.entries(exampleNotices(language, PUBLIC_URL, NAME)))(
    '%s says the same as text and as HTML, with a button and a way to end such mails',
    (_name, { subject, text, html, unsubscribe, messageId }) => {
      expect(subject).not.toBe('');
      expect(`${subject}${text}${html}`).not.toMatch(/\{\{|undefined|null/);
      const links = text.match(/https?:\/\/\S+/g) ?? [];
      const anchors = Array.from(html.matchAll(/<a href="([^"]+)"/g), ([, href = '']) =>
        href.replaceAll('&amp;', '&'),
      );
      expect(anchors).toEqual(links);
      expect(links).toHaveLength(2);
      expect(links.map((link) => new URL(link).origin)).toEqual([PUBLIC_URL, PUBLIC_URL]);
      expect(links[1]).toBe(`${PUBLIC_URL}/unsubscribe?key=1.0.key`);
      expect(unsubscribe).toBe(`${PUBLIC_URL}/api/notices/one-click/?key=1.0.key`);
      expect(messageId).toMatch(/^<notice\.1\.\d+@portal\.example\.com>$/);
      expect(text).toContain(NAME);
      expect(html).toContain(ESCAPED);
      expect(html).not.toContain(NAME);
      expect(html).toContain(`<html lang="${language}">`);
    },
  );
});
