import { expect, test } from 'vitest';
import { linkAddress, linkHost, linkKind } from './link-address.ts';

test.each([
  [' https://Example.com ', 'https://example.com/'],
  ['HTTPS://example.com/ş?q=ı#ğ', 'https://example.com/%C5%9F?q=%C4%B1#%C4%9F'],
  ['https://example.com/a\r\nURL=file:///c:/', 'https://example.com/aURL=file:///c:/'],
  ['https://аpple.com/', 'https://xn--pple-43d.com/'],
  [`https://example.com/${'a'.repeat(1980)}`, `https://example.com/${'a'.repeat(1980)}`],
])('%j is kept as %j', (given, kept) => {
  expect(linkAddress(given)).toBe(kept);
});

test.each([
  'http://example.com/',
  'javascript:alert(1)',
  'data:text/html,x',
  'https:example.com',
  'https://ada@example.com/',
  'https://ada:secret@example.com/',
  'https://localhost/',
  'https://[::1]/',
  'https://',
  'https://exa mple.com/',
  `https://example.com/${'a'.repeat(1981)}`,
  `https://example.com/${'ş'.repeat(400)}`,
  'x'.repeat(65_536),
  '',
])('%j is refused', (given) => {
  expect(linkAddress(given)).toBeUndefined();
});

test.each([
  ['https://www.figma.com/file/x', 'figma'],
  ['https://youtu.be/x', 'youtube'],
  ['https://player.vimeo.com/video/1', 'vimeo'],
  ['https://www.loom.com/share/x', 'loom'],
  ['https://gist.github.com/x', 'github'],
  ['https://docs.google.com/document/d/x', 'google_docs'],
  ['https://notfigma.com/', 'other'],
  ['https://figma.com.example.org/', 'other'],
  ['https://figma.com:8443/', 'other'],
])('the host decides that %s is of the kind %s', (address, kind) => {
  expect(linkKind(address)).toBe(kind);
});

test('the host is shown with its port', () => {
  expect(linkHost('https://example.com:8443/x')).toBe('example.com:8443');
});
