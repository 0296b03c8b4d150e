/** The page number in a `next` or `previous` link (specification 9.2); 1 where it has none. */
export function pageOfLink(link: string): number {
  const [, query = ''] = link.split('?');
  return parsePage(new URLSearchParams(query).get('page'));
}

/** The page number in an address; 1 for anything else (specification 2.2). */
export function parsePage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}
