import { z } from 'zod';
import {
  DEFAULT_PAGE_SIZE,
  GivenText,
  MAX_PAGE_SIZE,
  PARTS_PAGE_SIZE,
  type Page,
} from '@vitrin/shared/contract/common.ts';
import { NotFoundError } from '../../errors.ts';

/** Query of a paged list. Kept as text, because a bad page is a 404 (specification 9.2), not a field error. */
export const PageQuery = z.object({ page: GivenText.optional(), limit: GivenText.optional() });
export type PageQuery = z.infer<typeof PageQuery>;

type Paging = { page: number; limit: number; offset: number };

/** Reads `page` and `limit`, 1 to `maxLimit`, by default `defaultLimit`; a bad page throws NotFoundError "Invalid page.". */
export function readPaging(
  { page = '1', limit }: PageQuery,
  { defaultLimit = DEFAULT_PAGE_SIZE, maxLimit = MAX_PAGE_SIZE } = {},
): Paging {
  if (!/^[1-9]\d{0,8}$/.test(page)) throw new NotFoundError('errors.invalid_page');
  const size = /^[1-9]\d{0,8}$/.test(limit ?? '') ? Math.min(Number(limit), maxLimit) : defaultLimit;
  return { page: Number(page), limit: size, offset: (Number(page) - 1) * size };
}

/** Returns a page (specification 9.2); `path` starts with /api/, links keep `query`. NotFoundError for a page beyond the last. */
export function toPage<T>(
  { page, limit }: Paging,
  count: number,
  results: T[],
  path: string,
  query: Record<string, string | undefined>,
): Page<T> {
  const last = Math.max(1, Math.ceil(count / limit));
  if (page > last) throw new NotFoundError('errors.invalid_page');
  const link = (target: number) => {
    const given = Object.entries({ ...query, page: String(target) }).filter(
      (entry): entry is [string, string] => !!entry[1],
    );
    return `${path}?${new URLSearchParams(given).toString()}`;
  };
  return {
    count,
    next: page < last ? link(page + 1) : null,
    previous: page > 1 ? link(page - 1) : null,
    results,
  };
}

/** Reads the paging of milestones, versions or files that are not narrowed to one project or version. */
export function readPartsPaging(query: PageQuery): Paging {
  return readPaging(query, { defaultLimit: PARTS_PAGE_SIZE, maxLimit: PARTS_PAGE_SIZE });
}

/** The first of a list in the shape of a page, with the count of the whole. */
export function toPart<T>({ count, results }: Pick<Page<T>, 'count' | 'results'>): Page<T> {
  return { count, next: null, previous: null, results };
}

/** Returns a whole list in the shape of a page (specification 5.1). */
export function toUnpaged<T>(results: T[]): Page<T> {
  return toPart({ count: results.length, results });
}
