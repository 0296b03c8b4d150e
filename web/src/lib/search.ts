/** The server takes no longer one. */
const MAX_SEARCH_LENGTH = 200;

/** What an address searches for, as the server is asked for it; undefined where it searches for nothing. */
export function searchIn(query: URLSearchParams): string | undefined {
  return query.get('search')?.trim().slice(0, MAX_SEARCH_LENGTH) || undefined;
}
