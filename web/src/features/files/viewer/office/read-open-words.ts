import type { Unzipped } from 'fflate';
import { contentOf, countOf, folded, signOf } from './open-document.ts';
import { attributeOf } from './xml.ts';

/** Elements of the format, and those of texts here. */
const ELEMENTS: Record<string, string> = {
  'text:p': 'p',
  'text:list': 'ul',
  'text:list-item': 'li',
  'table:table': 'table',
  'table:table-row': 'tr',
  'table:table-cell': 'td',
};
const PICTURES: Record<string, string> = { png: 'png', jpg: 'jpeg', jpeg: 'jpeg' };

/**
 * Unsanitised HTML of an odt's text, tables and pictures, with footnotes at the end; throws beyond `most` characters.
 */
export function readOpenWords(parts: Unzipped, most: number): string {
  let html = '';
  let [notes, body]: [string, string | undefined] = ['', undefined];
  const write = (text: string) => {
    html += text;
    if (html.length + notes.length > most) throw new Error('The document is too large to be shown');
  };
  for (const piece of contentOf(parts)) {
    if (piece.kind === 'text') {
      write(escaped(folded(piece.text)));
      continue;
    }
    const { kind, name, attributes } = piece;
    if (name === 'text:note-body' && kind !== 'empty') {
      if (kind === 'open' && body === undefined) [body, html] = [html, ''];
      else if (kind === 'close' && body !== undefined) [notes, html, body] = [notes + html, body, undefined];
    } else if (name === 'text:h') write(headingOf(kind, attributes));
    else if (name === 'text:a') write(linkOf(kind, attributes));
    else if (name === 'draw:image' && kind !== 'close') write(pictureOf(attributes, parts));
    else if (Object.hasOwn(ELEMENTS, name)) write(tagsOf(kind, ELEMENTS[name] ?? ''));
    else if (kind !== 'close') write((signOf(piece) ?? '').replace('\n', '<br>').replaceAll('\t', ' '));
  }
  return html + notes;
}

function tagsOf(kind: 'open' | 'close' | 'empty', tag: string): string {
  if (kind === 'empty') return `<${tag}></${tag}>`;
  return kind === 'open' ? `<${tag}>` : `</${tag}>`;
}

/** Every heading is one of the second to the fourth level, since the page has its own first; its end says no level. */
function headingOf(kind: 'open' | 'close' | 'empty', attributes: string): string {
  if (kind === 'empty') return '';
  return kind === 'open' ? `<h${Math.max(2, countOf(attributes, 'text:outline-level', 4))}>` : HEADING_END;
}

/** The end tag of any heading ends the open one, as HTML is read. */
const HEADING_END = '</h2>';

function linkOf(kind: 'open' | 'close' | 'empty', attributes: string): string {
  if (kind !== 'open') return kind === 'close' ? '</a>' : '';
  return `<a href="${escaped(attributeOf(attributes, 'xlink:href') ?? '')}">`;
}

/** A picture of the document itself, never one from elsewhere. */
function pictureOf(attributes: string, parts: Unzipped): string {
  const path = attributeOf(attributes, 'xlink:href') ?? '';
  const type = PICTURES[/\.(\w{3,4})$/.exec(path.slice(-5))?.[1]?.toLowerCase() ?? ''];
  const bytes = Object.hasOwn(parts, path) ? parts[path] : undefined;
  return type && bytes ? `<img src="data:image/${type};base64,${base64Of(bytes)}">` : '';
}

const PIECE_BYTES = 30_000;

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES)));
  return text;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
