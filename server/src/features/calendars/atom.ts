export type NewsEntry = {
  /** Names the entry for good, as an address of the `tag` scheme (RFC 4151). */
  id: string;
  title: string;
  url: string;
  at: string;
};

type News = Omit<NewsEntry, 'at'> & { author: string; language: string; updated: string };

/** A feed as Atom (RFC 4287). It does not name its own address, which is a secret that a saved copy would give away. */
export function atomText(
  { id, title, url, author, language, updated }: News,
  entries: readonly NewsEntry[],
): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<id>${escaped(id)}</id>`,
    `<title>${escaped(title)}</title>`,
    `<updated>${updated}</updated>`,
    `<author><name>${escaped(author)}</name></author>`,
    `<link rel="alternate" type="text/html" href="${escaped(url)}"/>`,
    '<generator>Vitrin</generator>',
    ...entries.map(
      (entry) =>
        `<entry><id>${escaped(entry.id)}</id><title>${escaped(entry.title)}</title><updated>${entry.at}</updated>` +
        `<link rel="alternate" type="text/html" href="${escaped(entry.url)}"/></entry>`,
    ),
    '</feed>',
    '',
  ].join('\n');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text; XML 1.0 has no place for most control characters and lone surrogates. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '');
}
