import { expect, test } from 'vitest';
import { sanitizeHtml } from './sanitize-html.ts';

function elementOf(html: string): HTMLElement {
  const element = document.createElement('div');
  element.innerHTML = sanitizeHtml(html);
  return element;
}

test('keeps the output of the toolbar', () => {
  const html =
    '<h2>A</h2><p><strong>b</strong><em>i</em><u>u</u></p><pre><code>x</code></pre><ul><li>1</li></ul>';
  expect(sanitizeHtml(html)).toBe(html);
});

test.each([
  '<ol start="3"><li>x</li></ol>',
  '<table><tbody><tr><th colspan="2" rowspan="3">x</th></tr></tbody></table>',
  '<p>10<sup>3</sup> CO<sub>2</sub></p>',
])('keeps %s', (html) => {
  expect(sanitizeHtml(html)).toBe(html);
});

test.each([
  ['<img src=x onerror=alert(1)>', ''],
  ['<script>alert(1)</script>', ''],
  ['<svg onload=alert(1)></svg>', ''],
  ['<p onclick="alert(1)" style="color:red" id="a">t</p>', '<p>t</p>'],
  ['<p data-x="1" aria-label="x" class="y" title="z" dir="rtl" slot="s">t</p>', '<p>t</p>'],
  ['<iframe src="https://example.com"></iframe>', ''],
  ['<form action="/x"><p>t</p></form>', '<p>t</p>'],
])('%j is cleaned to %j', (html, clean) => {
  expect(sanitizeHtml(html)).toBe(clean);
});

test.each([
  ['https://example.com/', 'https://example.com/'],
  ['sms:+90555', 'sms:+90555'],
  ['javascript:alert(1)', 'about:blank'],
  ['/projects/1', 'about:blank'],
])('a link to %j leads to %j', (href, shown) => {
  const link = elementOf(`<a href="${href}">x</a>`).querySelector('a');
  expect(link?.getAttribute('href')).toBe(shown);
  expect(link?.rel).toContain('noopener');
});

test('a picture by address loads lazily and sends no referrer', () => {
  const picture = elementOf('<img src="https://example.com/a.png">').querySelector('img');
  expect(picture?.getAttribute('referrerpolicy')).toBe('no-referrer');
  expect(picture?.getAttribute('loading')).toBe('lazy');
});

test('a picture of svg data is no picture', () => {
  expect(sanitizeHtml('<img src="data:image/svg+xml;base64,AAAA">')).toBe('');
});

test.each([
  ['/api/pictures/7/', '/api/pictures/7/'],
  [`${window.location.origin}/api/pictures/7/`, '/api/pictures/7/'],
  ['/api/files/7/content/', undefined],
  [`${window.location.origin}/api/files/7/content/`, undefined],
  ['/api/pictures/7/../../users/', undefined],
])('a picture of this site from %s is shown from %s', (src, shown) => {
  const picture = elementOf(`<img src="${src}">`).querySelector('img');
  expect(picture?.getAttribute('src') ?? undefined).toBe(shown);
});
