import type { ProjectFile } from '@vitrin/shared/contract/files.ts';

/** A point of a picture or page, as shares of its width and height for styles. */
export type FirstPoint = { left: string; top: string };

/** Point in an address, without the code for places, which loads later (specification 6.17); undefined if not one. */
export function pointIn(query: URLSearchParams): FirstPoint | undefined {
  const [, x, y] = /^(\d{1,3}|1000),(\d{1,3}|1000)$/.exec(onlyOne(query, 'at')) ?? [];
  if (x === undefined || y === undefined) return undefined;
  return { left: `${Number(x) / 10}%`, top: `${Number(y) / 10}%` };
}

/** The page of a document, from 1, that an address names or in which it names a point; undefined where the document has none such. */
export function pageIn(query: URLSearchParams, { pages }: Pick<ProjectFile, 'pages'>): number | undefined {
  const text = onlyOne(query, 'page');
  const page = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (page === 0) return pointIn(query) && 1;
  return page <= (pages ?? 1) ? page : undefined;
}

/** The moment of a film in milliseconds that an address names; 0 where it names none, or two. */
export function momentNamedIn(query: URLSearchParams): number {
  const text = onlyOne(query, 't');
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

/** A film at the moment that an address names, as attributes of its element. */
type FirstFrame = { poster: string; style: { background: string } };

/**
 * Server's drawing of the film's frame at the addressed moment, while the film seeks: browsers drop the poster then.
 */
export function frameIn(
  query: URLSearchParams,
  { thumbnail_large: picture }: Pick<ProjectFile, 'thumbnail_large'>,
): FirstFrame | undefined {
  const moment = momentNamedIn(query);
  if (picture === null || moment === 0) return undefined;
  const poster = `${picture}&moment=${moment}`;
  return { poster, style: { background: `center / contain no-repeat url("${poster}")` } };
}

/** Value of a parameter; empty if it is missing or repeated. */
function onlyOne(query: URLSearchParams, name: string): string {
  const values = query.getAll(name);
  return values.length === 1 ? (values[0] ?? '') : '';
}
