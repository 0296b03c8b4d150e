import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { firstStyles } from './first-style.ts';

const SHEETS: Record<string, string> = {
  '/assets/a.css':
    '@charset "utf-8";@layer base,own;@font-face{font-family:A;src:url(data:font/woff2;base64,{}x)}' +
    ':root,:host{--used:var(--inner);--inner:#fff;--unused:red;color-scheme:light}' +
    '@layer base{.shown{color:var(--used)}.hidden{color:red}@media print{.hidden{top:0}}}' +
    'body{margin:0}.hidden .shown{left:0}.hidden,.shown:hover{right:0}.shown:not(.hidden){top:1px}' +
    '.shown:before{content:"}.x{"}.tab\\:wide{top:2px}',
  '/assets/b.css': '.shown{top:3px}',
};
const HEAD =
  '<head><script>theme()</script><script type="module" crossorigin src="/assets/main.js"></script>' +
  '<link rel="stylesheet" crossorigin href="/assets/a.css"><link rel="modulepreload" href="/assets/c.js">' +
  '<link rel="modulepreload" fetchpriority="low" href="/assets/d.js">' +
  '<link rel="preload" as="fetch" crossorigin fetchpriority="low" href="/assets/thread.mjs">' +
  '<link rel="stylesheet" crossorigin href="/assets/b.css"></head>';
const pageWith = (content: string) => `<html>${HEAD}<body>${content}</body></html>`;

const withStyle = firstStyles((address) => SHEETS[address] ?? '', 'late-code');
const styleIn = (html: string) => /<style>(.*)<\/style>/s.exec(html)?.[1] ?? '';

test('the style of a page has the rules that its elements need, in their order', () => {
  const { html, styleSource } = withStyle(pageWith('<p class="shown tab:wide">Text</p>'));
  const style = styleIn(html);
  expect(style).toBe(
    '@charset "utf-8";@layer base,own;@font-face{font-family:A;src:url(data:font/woff2;base64,{}x)}' +
      ':root,:host{--used:var(--inner);--inner:#fff;color-scheme:light}' +
      '@layer base{.shown{color:var(--used)}}' +
      'body{margin:0}.hidden,.shown:hover{right:0}.shown:not(.hidden){top:1px}' +
      '.shown:before{content:"}.x{"}.tab\\:wide{top:2px}.shown{top:3px}',
  );
  expect(styleSource).toBe(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
});

test('a variable in the attribute of an element is used too', () => {
  const { html } = withStyle(pageWith('<p style="color:var(--unused)">Text</p>'));
  expect(styleIn(html)).toContain(':root,:host{--unused:red;color-scheme:light}');
});

test('sheets and scripts come after the content, and none of them blocks the first paint', () => {
  const { html } = withStyle(pageWith('<p>Text</p>'));
  const [before = '', after = ''] = html.split('<p>Text</p>');
  expect(before).not.toMatch(/<link|type="module"/);
  expect(before).toContain('<script>theme()</script>');
  expect(after).toBe(
    '<link rel="modulepreload" crossorigin href="/assets/main.js">' +
      '<link rel="modulepreload" href="/assets/c.js"><template id="late-code">' +
      '<script type="module" crossorigin src="/assets/main.js"></script>' +
      '<link rel="modulepreload" href="/assets/c.js">' +
      '<link rel="modulepreload" fetchpriority="low" href="/assets/d.js">' +
      '<link rel="preload" as="fetch" crossorigin fetchpriority="low" href="/assets/thread.mjs">' +
      '<link rel="stylesheet" crossorigin href="/assets/a.css">' +
      '<link rel="stylesheet" crossorigin href="/assets/b.css"></template></body></html>',
  );
});

test('text written by people is left unchanged, in time linear in its length', () => {
  const text = '</body> .shown { } class= var(--'.repeat(3000) + '&lt;link rel="stylesheet" href="/x">';
  const { html } = withStyle(pageWith(`<p>${text}</p>`));
  expect(html).toContain(`<p>${text}</p>`);
  expect(html.endsWith('</body></html>')).toBe(true);
});
