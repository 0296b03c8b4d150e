import { expect, test } from 'vitest';
import { offlineText, picturesIn } from './offline-texts.ts';

const pathOf = (id: number) => (id === 5 ? 'offline/texts/5.png' : undefined);

/** A picture as the sanitiser writes it. */
const picture = (src: string, alt = '') => `<img src="${src}" alt="${alt}" loading="lazy" />`;

test('a stored picture is replaced by its path, and one without a path by its alternative text', () => {
  const html = `<p>${picture('/api/pictures/5/', 'a')}${picture('/api/pictures/6/', 'b')}</p>`;
  expect(picturesIn(html)).toEqual([5, 6]);
  expect(offlineText(html, pathOf)).toBe(`<p>${picture('offline/texts/5.png', 'a')}b</p>`);
});

test('a picture of another site becomes a link to it, and one within the text stays', () => {
  const within = picture('data:image/png;base64,iVBORw0KGgo=');
  const html = `<p>${picture('https://a.example/?x=1&amp;y=2')}${within}</p>`;
  const link =
    '<a href="https://a.example/?x=1&amp;y=2" target="_blank" rel="noopener noreferrer nofollow">https://a.example/?x=1&amp;y=2</a>';
  expect(offlineText(html, pathOf)).toBe(`<p>${link}${within}</p>`);
});

test('an address that only looks like a picture is left as it is', () => {
  const html = '<p>&lt;img src="/api/pictures/5/" /&gt; <b title="x">c</b></p>';
  expect(picturesIn(html)).toEqual([]);
  expect(offlineText(html, pathOf)).toBe(html);
});

test('a text of nothing but beginnings of pictures stays as it is', () => {
  const html = '<img '.repeat(13_000) + ' src="'.repeat(5_000);
  expect(offlineText(html, pathOf)).toBe(html);
});
