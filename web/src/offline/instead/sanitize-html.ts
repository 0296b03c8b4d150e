/** In place of rich-text/sanitize-html.ts: the server has sanitised the texts of a copy, and its policy runs no script of theirs. */
export function sanitizeHtml(html: string): string {
  return html;
}
