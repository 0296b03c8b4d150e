import { Marked } from 'marked';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { escapeHtml } from '../../../i18n/escape-html.ts';
import { translate } from '../../../i18n/messages.ts';
import { printedPage } from '../payments/receipt.ts';

type Shown = { language: Language; version: string; title: string; markdown: string };

/** Markdown without HTML of its own: tags that a text contains are shown as they are written. */
const markdownReader = new Marked({ renderer: { html: ({ text }) => escapeHtml(text) } });

/** A text of the operator as an HTML page to read and print, without scripts and loading nothing. */
export function legalPage({ language, version, title, markdown }: Shown): string {
  const body = markdownReader.parse(markdown, { async: false });
  const ofVersion = escapeHtml(translate(language, 'legal.version', { version }));
  return printedPage(
    language,
    title,
    `${body}
<p>${ofVersion}</p>`,
  );
}
