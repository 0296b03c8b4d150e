import { z } from 'zod';
import { MAX_DESCRIPTION_LENGTH, tooMuchOf } from '../rules/texts/rich-text-length.ts';
import { hasVisibleCharacter } from '../rules/texts/visible-text.ts';

/** Database ids: positive 32-bit integers, so that an id beyond the column's range never reaches SQL. */
export const Id = z.int32().positive();

export const IdText = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(Id);

/** An id in a body that may be a form, where everything is text. */
export const FormId = z.union([Id, IdText], {
  error: ({ input }) => (input === undefined ? 'required' : undefined),
});

export const IdParams = z.object({ id: IdText });
export type IdParams = z.infer<typeof IdParams>;

/** Length of texts that are only compared, to bound the work on them. */
export const MAX_GIVEN_LENGTH = 1000;
export const GivenText = z.string().max(MAX_GIVEN_LENGTH);

/** ISO 8601 in UTC with milliseconds, as `Date.prototype.toISOString` writes it. */
export const Timestamp = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
export type Timestamp = z.infer<typeof Timestamp>;

/** First and last year of a calendar day; others are typing errors. */
const DAY_YEARS = { first: '1970', last: '2999' };

/** An existing calendar day such as `2026-11-20`, without a time zone (specification 5.16). */
export const Day = z
  .string()
  .max(10, { error: 'invalid_day', abort: true })
  .pipe(
    z.iso
      .date({ error: 'invalid_day', abort: true })
      .refine((day) => day >= DAY_YEARS.first && day.slice(0, 4) <= DAY_YEARS.last, 'invalid_day'),
  );
export type Day = z.infer<typeof Day>;

/**
 * The `edited_at` of the opened form: a later edit refuses the save with 409 (specification 5.6). Without it the save
 * succeeds.
 */
export const EditedAt = z
  .string()
  .max(40)
  .pipe(z.iso.datetime({ offset: true }))
  .optional();

export const FilesQuery = z.object({ files: GivenText.optional() });
export type FilesQuery = z.infer<typeof FilesQuery>;

export const ProjectQuery = z.object({ project: IdText.optional() });
export type ProjectQuery = z.infer<typeof ProjectQuery>;

export const ErrorDetail = z.object({ detail: z.string() });
export type ErrorDetail = z.infer<typeof ErrorDetail>;

/** Paged list (specification 9.2). `next` and `previous` are paths that start with /api/ (specification 9.9). */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    count: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  });

export type Page<T> = { count: number; next: string | null; previous: string | null; results: T[] };

export const DEFAULT_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;

/** Milestones, versions or files on a page across projects: as many as one project has. */
export const PARTS_PAGE_SIZE = 500;

/** Specification 5.7. */
export const MAX_NAME_LENGTH = 200;
export const MAX_VERSION_NUMBER_LENGTH = 50;

/** Removes U+0000, which PostgreSQL cannot store and no text needs. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '');
}

/** HTML that the server sanitises; pictures do not count in the length. Null and missing are empty. */
export const Description = z
  .string()
  .check(({ value, issues }) => {
    const maximum = MAX_DESCRIPTION_LENGTH;
    const excess = tooMuchOf(value);
    if (excess === 'text')
      issues.push({ code: 'too_big', origin: 'string', maximum, inclusive: true, input: value });
    if (excess === 'pictures') issues.push({ code: 'custom', message: 'too_many_pictures', input: value });
  })
  .nullish()
  .transform((html) => withoutNul(html ?? ''));

/** A name for people: trimmed, 1 to `max` characters, at least one visible, no control characters. */
export const nameText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max, { abort: true })
    // oxlint-disable-next-line no-control-regex -- the point of the rule
    .regex(/^[^\u0000-\u001f\u007f]*$/, { abort: true })
    .refine(hasVisibleCharacter, 'blank');

/** Search term: part of a name, trimmed; an empty one finds all. */
export const SearchText = z.string().trim().max(MAX_NAME_LENGTH).transform(withoutNul);
