import type { AnalyticsQuestion } from '@vitrin/shared/contract/figures/analytics-query.ts';
import type { Card, CardInput, UpdateBoard } from '@vitrin/shared/contract/figures/boards.ts';
import { daysOfRange } from '@vitrin/shared/rules/card-ranges.ts';
import type { Database } from '../../../database/connect.ts';
import { ValidationError } from '../../../errors.ts';
import { listNames } from '../query/queries.ts';
import { FILTERS, requireOwn, withDays } from '../query/question.ts';
import type { BoardRow } from './board-queries.ts';

export type StoredCard = CardInput & { id: number };

export type CardList = NonNullable<UpdateBoard['cards']>;

export function cardsOf({ cards }: Pick<BoardRow, 'cards'>): StoredCard[] {
  return JSON.parse(cards) as StoredCard[];
}

export function questionOf({ query, range, from, to }: CardInput, today: string): AnalyticsQuestion {
  const days = daysOfRange(range, today) ?? { from: from ?? today, to: to ?? today };
  return {
    measure: query.measure,
    by: query.by,
    ...days,
    compare: query.compare ?? undefined,
    project: query.project ?? undefined,
    customer: query.customer ?? undefined,
    version: query.version ?? undefined,
  };
}

/** Checks cards; newly named things must be the owner's, stored ones may be gone. Throws ValidationError, NotFoundError. */
export async function checkCards(
  db: Database,
  ownerId: number,
  { cards, stored, today }: { cards: CardList; stored: readonly StoredCard[]; today: string },
): Promise<StoredCard[]> {
  const before = new Map(stored.map((card) => [card.id, card]));
  const given = cards.flatMap(({ id }) => id ?? []);
  const isPermutation = given.every((id) => before.has(id)) && new Set(given).size === given.length;
  if (!isPermutation) throw new ValidationError({ cards: 'fields.invalid' });
  let last = Math.max(0, ...before.keys());
  const checked: StoredCard[] = [];
  for (const { id, ...card } of cards) {
    if (card.range === 'fixed' && (card.from === null || card.to === null))
      throw new ValidationError({ cards: 'fields.required' });
    withDays(questionOf(card, today), today);
    await requireOwn(db, ownerId, newlyNamed(card, before.get(id ?? 0)));
    const days = card.range === 'fixed' ? { from: card.from, to: card.to } : { from: null, to: null };
    checked.push({ ...card, ...days, id: id ?? (last += 1) });
  }
  return checked;
}

function newlyNamed({ query }: CardInput, before: StoredCard | undefined): ReturnType<typeof filtersOf> {
  const now = filtersOf(query);
  for (const name of FILTERS) if (before?.query[name] === now[name]) delete now[name];
  return now;
}

function filtersOf(query: CardInput['query']): { [name in (typeof FILTERS)[number]]?: number } {
  return Object.fromEntries(FILTERS.flatMap((name) => (query[name] === null ? [] : [[name, query[name]]])));
}

/** Cards with their days and with the names of what they are narrowed to, where that is the owner's still. */
export async function shownCards(
  db: Database,
  ownerId: number,
  cards: readonly StoredCard[],
  today: string,
): Promise<Card[]> {
  const names = new Map<string, string>();
  for (const kind of FILTERS) {
    const ids = [...new Set(cards.flatMap(({ query }) => query[kind] ?? []))];
    for (const { id, name } of await listNames(db, ownerId, kind, ids)) names.set(`${kind} ${id}`, name);
  }
  return cards.map((card) => {
    const { from = today, to = today } = questionOf(card, today);
    const about = FILTERS.flatMap((kind) => {
      const id = card.query[kind];
      return id === null ? [] : [{ kind, id, name: names.get(`${kind} ${id}`) ?? null }];
    });
    return { id: card.id, title: card.title, query: card.query, range: card.range, from, to, about };
  });
}

export function isGone({ about }: Pick<Card, 'about'>): boolean {
  return about.some(({ name }) => name === null);
}
