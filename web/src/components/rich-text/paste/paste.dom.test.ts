import { Editor } from '@tiptap/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { editorExtensions } from '../editor-extensions.ts';
import { pasteProps } from './paste-props.ts';
import { DOCS, EXCEL, GMAIL, NOTION, OUTLOOK, SHEETS, WORD, WORD_IN_SAFARI, WORD_ONLINE } from './samples.ts';

let editor: Editor;
beforeEach(() => {
  editor = new Editor({
    element: document.createElement('div'),
    extensions: editorExtensions,
    editorProps: pasteProps,
  });
});
afterEach(() => editor.destroy());

const event = () => new Event('paste') as ClipboardEvent;

/** The text of the editor after a paste; links and spans of one cell are shortened. */
function shorten(html: string): string {
  return html
    .replaceAll(' target="_blank" rel="noopener noreferrer nofollow"', '')
    .replaceAll(' colspan="1"', '')
    .replaceAll(' rowspan="1"', '');
}

function pasteHtml(html: string): string {
  editor.view.pasteHTML(html, event());
  return shorten(editor.getHTML());
}

function pasteText(text: string): string {
  editor.view.pasteText(text, event());
  return shorten(editor.getHTML());
}

const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td><p>${cell}</p></td>`).join('')}</tr>`;

test('a table of Excel stays a table', () => {
  expect(pasteHtml(EXCEL)).toBe(
    `<table><tbody>${row('Logo', '1', '12.000')}${row('Web sitesi', '2', '48.500')}` +
      '<tr><td colspan="2"><p>Toplam</p></td><td><p>60.500</p></td></tr></tbody></table><p></p>',
  );
});

test('a table of Google Sheets stays a table, with lines inside cells', () => {
  expect(pasteHtml(SHEETS)).toBe(
    `<table><tbody>${row('<strong>Kalem</strong>', 'Tutar')}${row('Logo<br>(iki öneri)', '12.000')}</tbody></table><p></p>`,
  );
});

test('lists and blank lines of Word are lists and blank lines', () => {
  expect(pasteHtml(WORD)).toBe(
    '<p>Teslim edilecekler:</p>' +
      '<ul><li><p>Logo, <strong>üç</strong> öneri</p><ul><li><p>Renkli</p></li></ul></li><li><p>Kartvizit</p></li></ul>' +
      '<p>&nbsp;</p><ol start="3"><li><p>Onay</p></li><li><p>Teslim</p></li></ol><p></p>',
  );
});

test.each([
  ['Safari', WORD_IN_SAFARI, '<ul><li><p>Logo</p></li><li><p>Kartvizit</p></li></ul>'],
  [
    'Word Online',
    WORD_ONLINE,
    '<p><strong>Teslim</strong>&nbsp;</p><ul><li><p>Logo</p><ul><li><p>Renkli</p></li></ul></li></ul>',
  ],
])('lists of Word are lists from %s too', (_name, html, kept) => {
  expect(pasteHtml(html)).toBe(`${kept}<p></p>`);
});

test('a paragraph that holds more than one item of a list loses none of them', () => {
  const html = WORD_ONLINE.replaceAll('</li>', '</li><li>Afiş</li>');
  pasteHtml(html);
  expect(editor.getText().match(/Logo|Renkli|Afiş/g)).toEqual(['Logo', 'Afiş', 'Renkli', 'Afiş']);
});

test('formats, blank lines and nested lists are kept from Google Docs', () => {
  expect(pasteHtml(DOCS)).toBe(
    '<p>Merhaba <strong>Elif</strong><sup>2</sup></p><p></p>' +
      '<ul><li><p>Logo</p><ul><li><p>Renkli</p></li></ul></li><li><p>Kartvizit</p></li></ul><p></p>',
  );
});

test('lines, blank lines and emoji are kept from Gmail', () => {
  expect(pasteHtml(GMAIL)).toBe(
    '<p>Merhaba,<br><br>Dosyalar&nbsp;<strong>hazır</strong>.<br>Selamlar 🎉</p>',
  );
});

test('lines, lists and links are kept from Outlook', () => {
  expect(pasteHtml(OUTLOOK)).toBe(
    '<p>Merhaba,<br><br></p><ul><li><p>Logo</p></li><li><p>Kartvizit</p></li></ul>' +
      '<p>Site: <a href="https://www.ornek.com">www.ornek.com</a></p>',
  );
});

test('headings, lists and tables are kept from Notion', () => {
  expect(pasteHtml(NOTION)).toBe(
    '<h2>Teslim</h2><p>Merhaba</p><ul><li><p>Logo</p><ul><li><p>Renkli</p></li></ul></li></ul>' +
      '<table><tbody><tr><th><p>Kalem</p></th><th><p>Tutar</p></th></tr>' +
      `${row('Logo', '12.000')}</tbody></table><p></p>`,
  );
});

test.each([
  ['one\ntwo', '<p>one<br>two</p>'],
  ['one\r\n\r\ntwo', '<p>one</p><p>two</p>'],
  ['one\n\n\ntwo', '<p>one</p><p></p><p>two</p>'],
  [
    'Teslim:\n- Logo\n  - Renkli\n- Kart',
    '<p>Teslim:</p><ul><li><p>Logo</p><ul><li><p>Renkli</p></li></ul></li><li><p>Kart</p></li></ul><p></p>',
  ],
  ['3. Onay\n4. Teslim', '<ol start="3"><li><p>Onay</p></li><li><p>Teslim</p></li></ol><p></p>'],
  ['12. madde\n7. madde', '<p>12. madde<br>7. madde</p>'],
  ['1. Onay\n2. Teslim\n7. madde', '<ol><li><p>Onay</p></li><li><p>Teslim</p></li></ol><p>7. madde</p>'],
  ['- one line alone', '<p>- one line alone</p>'],
])('the plain text %j keeps its lines', (text, kept) => {
  expect(pasteText(text)).toBe(kept);
});

test.each([
  ['www.ornek.com', 'https://www.ornek.com'],
  ['ornek.com.tr', 'https://ornek.com.tr'],
  ['ornek.com.tr/sayfa?a=1', 'https://ornek.com.tr/sayfa?a=1'],
  ['ad@firma.com', 'mailto:ad@firma.com'],
  ['https://ornek.com', 'https://ornek.com'],
])('%s becomes a link, pasted or typed', (written, href) => {
  expect(pasteText(`Bakın: ${written} sonra`)).toBe(`<p>Bakın: <a href="${href}">${written}</a> sonra</p>`);
  editor.commands.clearContent();
  expect(pasteHtml(`<p>Bakın: ${written} sonra</p>`)).toContain(`<a href="${href}">${written}</a> sonra`);
  editor.commands.clearContent();
  for (const letter of `${written} `) editor.commands.insertContent(letter);
  expect(shorten(editor.getHTML())).toContain(`<a href="${href}">${written}</a>`);
});

test.each(['logo.ai', 'teslim.zip', 'bitti.Ve sonra', '12.000', 'v1.2', 'javascript:alert(1)'])(
  '%s is no link',
  (text) => {
    expect(pasteText(text)).not.toContain('<a ');
  },
);

test.each([
  ['a cell alone is its content', '<table><tr><td>Logo</td></tr></table>', '<p>Logo</p>'],
  [
    'a table that holds tables is layout',
    '<table><tr><td>one</td><td><table><tr><td>a</td><td>b</td></tr></table></td></tr></table>',
    `<p>one</p><table><tbody>${row('a', 'b')}</tbody></table><p></p>`,
  ],
  ['lines of a chat stay', '<span style="white-space: pre-wrap">one\ntwo</span>', '<p>one<br>two</p>'],
  [
    'a span in a line of its own',
    '<span style="display: block">one</span><span>two</span>',
    '<p>one<br>two</p>',
  ],
  ['text that is not shown', 'one<span style="display: none">x</span>', '<p>one</p>'],
  ['code keeps its lines', '<pre>a\n  b</pre>', '<pre><code>a\n  b</code></pre><p></p>'],
])('%s', (_name, html, kept) => {
  expect(pasteHtml(html)).toBe(kept);
});

test('a table of thousands of cells is pasted as lines with the cells apart', () => {
  const html = `<table>${'<tr><td>Logo</td><td>1</td><td>12.000</td></tr>'.repeat(700)}</table>`;
  expect(pasteHtml(html)).toMatch(/^<p>Logo \| 1 \| 12\.000<br>Logo \| 1 \| 12\.000<br>/);
});

test('content copied in the editor is pasted unchanged', () => {
  const html = `<p>a</p><table><tbody>${row('b', 'c')}</tbody></table><p></p><ul><li><p>d</p></li></ul><p></p>`;
  editor.commands.setContent(html);
  editor.commands.selectAll();
  const { dom } = editor.view.serializeForClipboard(editor.state.selection.content());
  editor.commands.clearContent();
  expect(pasteHtml(dom.innerHTML)).toBe(html);
});

const APART =
  'address article aside audio blockquote button canvas center dd details dialog dir div dl dt fieldset figcaption ' +
  'figure footer form frobnicate h1 h2 h3 h4 h5 h6 header hgroup iframe legend li listing main marquee math menu ' +
  'my-element nav object ol optgroup option p pre progress rt search section select summary svg textarea ul video xmp';

test.each(APART.split(' '))('pasted words that stood apart at <%s> stay apart', (name) => {
  pasteHtml(`<p>a</p>one<${name}>two</${name}>three`);
  expect(editor.getText()).not.toMatch(/one\S|\Sthree/);
});

test.each(['br', 'embed', 'hr', 'img', 'input'])('pasted words around <%s> stay apart', (name) => {
  pasteHtml(`<p>a</p>one<${name}>two`);
  expect(editor.getText()).not.toContain('onetwo');
});

const JOINED =
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark o:p output q s samp slot small span ' +
  'strike strong sub sup time tt u var';

test.each(JOINED.split(' '))('no pasted word is split at <%s>', (name) => {
  pasteHtml(`<p>one<${name}>two</${name}>three</p>`);
  expect(editor.getText()).toBe('onetwothree');
});
