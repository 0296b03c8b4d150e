/** The longest search term that the server accepts. */
const MAX_SEARCH_LENGTH = 200;

/** The search term in an address, as the server expects it; undefined without one. */
export function searchIn(query: URLSearchParams): string | undefined {
  return query.get('search')?.trim().slice(0, MAX_SEARCH_LENGTH) || undefined;
}
