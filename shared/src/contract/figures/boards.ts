import { z } from 'zod';
import { Dimension, Measure } from './analytics-query.ts';
import { Day, Id, nameText, pageOf, Timestamp } from '../common.ts';

export const MAX_BOARDS = 20;
export const MAX_CARDS = 12;

export const MAX_BOARD_TEXT_LENGTH = 100;
const MOST_DIMENSIONS = 2;

const CardQuery = z.object({
  measure: Measure,
  by: z
    .array(Dimension)
    .max(MOST_DIMENSIONS)
    .refine((names) => new Set(names).size === names.length, 'invalid')
    .default([]),
  compare: z.literal('previous').nullable().default(null),
  project: Id.nullable().default(null),
  customer: Id.nullable().default(null),
  version: Id.nullable().default(null),
});

export const CardRange = z.enum([
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'last_365_days',
  'this_month',
  'last_month',
  'this_year',
  'fixed',
]);
export type CardRange = z.infer<typeof CardRange>;

/** A card as written: `from` and `to` count only for the range `fixed`. */
export const CardInput = z.object({
  title: nameText(MAX_BOARD_TEXT_LENGTH),
  query: CardQuery,
  range: CardRange,
  from: Day.nullable().default(null),
  to: Day.nullable().default(null),
});
export type CardInput = z.infer<typeof CardInput>;

/** A card of a list: one with an `id` replaces the board's card, one without is new. */
const CardOfList = CardInput.extend({ id: Id.optional() });

const Cards = z.array(CardOfList).max(MAX_CARDS);

export const MailRhythm = z.enum(['weekly', 'monthly']);
export type MailRhythm = z.infer<typeof MailRhythm>;

const BoardName = nameText(MAX_BOARD_TEXT_LENGTH);

export const CreateBoard = z.object({ name: BoardName, cards: Cards.default([]) });
export type CreateBoard = z.infer<typeof CreateBoard>;

export const UpdateBoard = z.object({
  name: BoardName.optional(),
  order: z.int().min(1).max(MAX_BOARDS).optional(),
  cards: Cards.optional(),
  mail: MailRhythm.nullable().optional(),
});
export type UpdateBoard = z.infer<typeof UpdateBoard>;

const Card = z.object({
  id: Id,
  title: z.string(),
  query: CardQuery,
  range: CardRange,
  from: Day,
  to: Day,
  /** Filters of the question; a deleted one has a null `name`, and the card no answer. */
  about: z.array(
    z.object({ kind: z.enum(['project', 'customer', 'version']), id: Id, name: z.string().nullable() }),
  ),
});
export type Card = z.infer<typeof Card>;

export const BoardHead = z.object({
  id: Id,
  name: z.string(),
  order: z.int(),
  card_count: z.int(),
  mail: MailRhythm.nullable(),
  next_mail_at: Timestamp.nullable(),
  /** False while the plan has no boards: none is answered or mailed. */
  acts: z.boolean(),
});
export type BoardHead = z.infer<typeof BoardHead>;

export const BoardPage = pageOf(BoardHead);

export const Board = BoardHead.extend({
  cards: z.array(Card),
  /** Reason why no mail of boards reaches the freelancer; null if one does. */
  mail_stopped: z.enum(['no_address', 'unwanted']).nullable(),
});
export type Board = z.infer<typeof Board>;
