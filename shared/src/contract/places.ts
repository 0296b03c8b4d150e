import { z } from 'zod';
import { PLACE_PARAMETERS } from '../rules/place-parameters.ts';

/** Longer values of a parameter are ignored. */
const MAX_DIGITS = 9;
const THOUSAND = 1000;

const digits = z.string().max(MAX_DIGITS).regex(/^\d+$/).transform(Number);

const Point = z
  .string()
  .max('1000,1000'.length)
  .regex(/^\d{1,4},\d{1,4}$/)
  .transform((text) => text.split(',').map(Number))
  .pipe(z.tuple([z.int().max(THOUSAND), z.int().max(THOUSAND)]));

/** A place in a file (specification 6.17). An invalid parameter counts as missing. */
export const Place = z.object({
  t: digits.optional().catch(undefined),
  page: digits.pipe(z.int().min(1)).optional().catch(undefined),
  /** Thousandths of width and height of the picture or page, from its upper left corner. */
  at: Point.optional().catch(undefined),
  line: digits.pipe(z.int().min(1)).optional().catch(undefined),
});
export type Place = z.infer<typeof Place>;

type Query = { getAll: (name: string) => string[] };

/** Place in the query of an address; a repeated parameter counts as missing. */
export function placeIn(query: Query): Place {
  const given = PLACE_PARAMETERS.map((name) => [name, query.getAll(name)] as const);
  return Place.parse(
    Object.fromEntries(
      given.filter(([, values]) => values.length === 1).map(([name, [value]]) => [name, value]),
    ),
  );
}
