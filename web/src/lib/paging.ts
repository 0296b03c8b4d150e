/** Specification 9.2: the page number is parsed from the page parameter of a `next` or `previous` link; 1 where it has none. */
export function pageOfLink(link: string): number {
  const [, query = ''] = link.split('?');
  return parsePage(new URLSearchParams(query).get('page'));
}

/** A page number as it stands in an address; 1 for everything that is none (specification 2.2). */
export function parsePage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}
