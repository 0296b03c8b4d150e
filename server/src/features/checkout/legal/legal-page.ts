import { Marked } from 'marked';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { escapeHtml } from '../../../i18n/escape-html.ts';
import { translate } from '../../../i18n/messages.ts';
import { printedPage } from '../payments/receipt.ts';

type Shown = { language: Language; version: string; title: string; markdown: string };

/** Without HTML: tags are shown as written. */
const markdownReader = new Marked({ renderer: { html: ({ text }) => escapeHtml(text) } });

/** To read and print: no scripts, nothing loaded. */
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
