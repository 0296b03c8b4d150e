import { Marked } from 'marked';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { escapeHtml } from '../../../i18n/escape-html.ts';
import { translate } from '../../../i18n/messages.ts';
import { RECEIPT_STYLE } from '../payments/receipt.ts';

type Shown = { language: Language; version: string; title: string; markdown: string };

/** Markdown without HTML of its own: tags that a text contains are shown as they are written. */
const markdownReader = new Marked({ renderer: { html: ({ text }) => escapeHtml(text) } });

/** A text of the operator as an HTML page to read and print, without scripts and loading nothing. */
export function legalPage({ language, version, title, markdown }: Shown): string {
  const body = markdownReader.parse(markdown, { async: false });
  const ofVersion = escapeHtml(translate(language, 'legal.version', { version }));
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} · Vitrin</title>
<style>${RECEIPT_STYLE}</style>
</head>
<body>
<main>
${body}
<p>${ofVersion}</p>
</main>
</body>
</html>
`;
}
