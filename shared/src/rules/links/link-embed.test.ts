import { expect, test } from 'vitest';
import { embedAddress, embedHost } from './link-embed.ts';

const LOOM = '0123456789abcdef0123456789abcdef';

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=4', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://youtu.be/dQw4w9WgXcQ?si=x', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
  ['https://vimeo.com/76979871/abcdef1234', 'https://player.vimeo.com/video/76979871?h=abcdef1234&dnt=1'],
  [
    'https://player.vimeo.com/video/76979871?h=abcdef1234',
    'https://player.vimeo.com/video/76979871?h=abcdef1234&dnt=1',
  ],
  [`https://www.loom.com/share/${LOOM}?sid=1`, `https://www.loom.com/embed/${LOOM}`],
  [
    'https://www.figma.com/file/AbCdEf123456/My-board?node-id=1%3A2&t=x',
    'https://embed.figma.com/design/AbCdEf123456?node-id=1-2&embed-host=vitrin',
  ],
  ['https://figma.com/proto/AbCdEf123456', 'https://embed.figma.com/proto/AbCdEf123456?embed-host=vitrin'],
])('%s has a player of its host', (address, embed) => {
  expect(embedAddress(address)).toBe(embed);
  expect(embedHost(address)).toBe(new URL(embed).host);
});

test.each([
  'https://www.youtube.com/',
  'https://www.youtube.com/@somebody',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ%22onload',
  'https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ',
  'https://youtube.com.example.org/watch?v=dQw4w9WgXcQ',
  'https://evil.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://vimeo.com/channels/staffpicks',
  'https://player.vimeo.com/76979871',
  'https://www.loom.com/share/../../x',
  'https://www.figma.com/constructor/AbCdEf123456',
  'https://github.com/a/b',
  'https://docs.google.com/document/d/1',
  'https://example.com/watch?v=dQw4w9WgXcQ',
])('%s has none', (address) => {
  expect(embedAddress(address)).toBeUndefined();
  expect(embedHost(address)).toBeNull();
});

test('an invalid secret of Vimeo is left out', () => {
  expect(embedAddress('https://vimeo.com/76979871/%22%3E')).toBe(
    'https://player.vimeo.com/video/76979871?dnt=1',
  );
});
