import { keptAttributes, pictureWords } from '@vitrin/shared/rules/texts/rich-text-attributes.ts';
import { ALLOWED, CELLS, WITHOUT_CONTENT, endsLine } from '@vitrin/shared/rules/texts/rich-text-elements.ts';
import { type RichTextWriter, createRichTextWriter } from '@vitrin/shared/rules/texts/rich-text-writer.ts';
import { pictureAddress } from '@vitrin/shared/rules/texts/rich-text.ts';
import { pastedStyle } from './inline-formats.ts';
import { formOf, nestLists, tidyBreaks } from './tidy-page.ts';
import { makeWordLists } from './word-lists.ts';

type Writer = RichTextWriter<never>;

/** Properties that a text has by the elements around it. */
type Around = { isCode: boolean; keepsBreaks: boolean; table: ReturnType<typeof formOf> };

/** Pasted HTML as the server's sanitiser would write it (specification 5.9); the editor's own content is unchanged. */
export function cleanPastedHtml(html: string): string {
  // In a document of its own nothing loads, and styles that are pasted along are not tried by the page's policy.
  const page = document.implementation.createHTMLDocument('').createElement('div');
  page.innerHTML = html;
  if (isOwn(page)) return html;
  makeWordLists(page);
  nestLists(page);
  tidyBreaks(page);
  const writer: Writer = createRichTextWriter();
  for (const node of page.childNodes)
    write(node, writer, { isCode: false, keepsBreaks: false, table: 'table' });
  return writer.finish().join('');
}

/** The editor marks what it copies, and needs the mark to paste parts of paragraphs. Other editors use it too. */
function isOwn(page: Element): boolean {
  if (!page.querySelector('[data-pm-slice]')) return false;
  return Array.from(page.querySelectorAll('*')).every(({ localName }) => ALLOWED.has(localName));
}

function write(node: Node, writer: Writer, around: Around): void {
  if (node.nodeType === Node.TEXT_NODE) writeText(node.nodeValue ?? '', writer, around);
  if (node instanceof Element) writeElement(node, writer, around);
}

function writeText(text: string, writer: Writer, { isCode, keepsBreaks }: Around): void {
  if (isCode || !keepsBreaks) {
    writer.text(text);
    return;
  }
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) writer.start('br', []);
    writer.text(line);
  }
}

function writeElement(element: Element, writer: Writer, around: Around): void {
  const name = element.localName;
  const style = pastedStyle(element);
  if (style.isHidden) return;
  if (name === 'img') return writePicture(element, writer);
  if (WITHOUT_CONTENT.has(name)) return writer.start(name, []);
  const inside = {
    isCode: around.isCode || name === 'pre',
    keepsBreaks: style.keepsBreaks ?? around.keepsBreaks,
    table: name === 'table' ? formOf(element) : around.table,
  };
  const tags = [nameAs(element, style, inside), ...style.tags].filter((each) => each !== undefined);
  if (CELLS.has(name) && inside.table === 'lines' && element.previousElementSibling) writer.text(' | ');
  const attributes = new Map(Array.from(element.attributes, (each) => [each.name, each.value]));
  for (const tag of tags) writer.start(tag, tag === name ? keptAttributes(name, attributes) : []);
  for (const node of element.childNodes) write(node, writer, inside);
  for (const tag of tags.toReversed()) writer.end(tag);
}

/** The name that an element is written by; undefined when only its content is. */
function nameAs(
  { localName: name, attributes }: Element,
  { isLight, hasOwnLine }: ReturnType<typeof pastedStyle>,
  { table }: Around,
): string | undefined {
  if (table !== 'table' && /^(?:table|tbody|thead|tfoot|tr|td|th)$/.test(name))
    return table === 'lines' && CELLS.has(name) ? undefined : 'div';
  if ((name === 'b' || name === 'strong') && isLight) return undefined;
  // An anchor that others lead to.
  if (name === 'a' && !attributes.getNamedItem('href')) return undefined;
  return hasOwnLine && !endsLine(name) && !ALLOWED.has(name) ? 'div' : name;
}

/** Mails and chats draw emoji as pictures. */
const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator})[\p{Emoji}\p{M}\u200d]{0,14}$/u;

function writePicture(image: Element, writer: Writer): void {
  const words = image.getAttribute('alt') ?? '';
  if (EMOJI.test(words)) return writer.text(words);
  const attributes = new Map(Array.from(image.attributes, (each) => [each.name, each.value]));
  const address = pictureAddress(attributes.get('src') ?? '', (host) => host === window.location.host);
  if (address === undefined) writer.separate();
  else writer.start('img', [['src', address], ...pictureWords(attributes)]);
}
