import {
  type Board,
  type BoardHead,
  type CardInput,
  type CreateBoard,
  MAX_BOARDS,
  MAX_CARDS,
  type UpdateBoard,
} from '@vitrin/shared/contract/figures/boards.ts';
import { lackingCapability } from '@vitrin/shared/rules/capabilities.ts';
import { dayOf } from '@vitrin/shared/rules/time/days.ts';
import { dayIn } from '@vitrin/shared/rules/time/time-zones.ts';
import { type Context, timestampOf } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import type { Database } from '../../../database/connect.ts';
import { lockUser } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { CountExceededError, NotFoundError } from '../../../errors.ts';
import { capabilitiesOf, requireCapability } from '../../plans/access.ts';
import { timeZoneOf } from '../../users/service.ts';
import {
  type BoardRow,
  deleteBoardRow,
  findBoard,
  findReader,
  insertBoard,
  listBoards,
  updateBoardRow,
} from './board-queries.ts';
import { type CardList, cardsOf, checkCards, shownCards } from './cards.ts';
import { scheduleMail } from './schedule.ts';

type User = Pick<CurrentUser, 'id'>;
type Clocked = Pick<Context, 'db' | 'now'>;

const BOARDS = { analytics: 'custom' } as const;

/** Lists the boards of a freelancer in their order, whatever the plan. */
export async function getBoards(context: Clocked, user: User): Promise<BoardHead[]> {
  const acts = await haveBoards(context, user.id);
  const rows = await listBoards(context.db, user.id);
  return rows.map((row, index) => toHead(row, index, acts));
}

/** Returns a board; throws NotFoundError for one that is not the user's, PlanLacksError. */
export async function getBoard(context: Clocked, user: User, id: number): Promise<Board> {
  await requireOwnBoard(context.db, user, id);
  await requireCapability(context, user.id, BOARDS);
  return readBoard(context, user, id);
}

/** Creates a board; throws PlanLacksError, CountExceededError beyond MAX_BOARDS, and as a query does. */
export async function createBoard(
  context: Clocked,
  user: User,
  { name, cards }: CreateBoard,
): Promise<Board> {
  return inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await requireCapability(tx, user.id, BOARDS);
    const rows = await listBoards(tx.db, user.id);
    if (rows.length >= MAX_BOARDS)
      throw new CountExceededError('analytics.too_many_boards', { max: MAX_BOARDS });
    const { id } = await insertBoard(tx.db, {
      owner_id: user.id,
      name,
      position: (rows.at(-1)?.position ?? 0) + 1,
      cards: await toCards(tx, user, cards),
      created_at: timestampOf(tx),
    });
    return readBoard(tx, user, id);
  });
}

/** Changes a board: its name, its place, its cards, or when it is mailed. Throws as createBoard and getBoard do. */
export async function updateBoard(
  context: Clocked,
  user: User,
  id: number,
  { name, order, cards, mail }: UpdateBoard,
): Promise<Board> {
  return inTransaction(context, async (tx) => {
    const board = await lockOwnBoard(tx, user, id);
    const values = {
      ...(name !== undefined && { name }),
      ...(cards && { cards: await toCards(tx, user, cards, board) }),
    };
    if (Object.keys(values).length > 0) await updateBoardRow(tx.db, id, values);
    if (order !== undefined) await moveBoard(tx.db, user, board, order);
    if (mail !== undefined) await scheduleMail(tx, board, mail);
    return readBoard(tx, user, id);
  });
}

/** Adds a card at the end of a board. Throws as updateBoard does, CountExceededError beyond MAX_CARDS. */
export async function addCard(context: Clocked, user: User, id: number, card: CardInput): Promise<Board> {
  return inTransaction(context, async (tx) => {
    const board = await lockOwnBoard(tx, user, id);
    const stored = cardsOf(board);
    if (stored.length >= MAX_CARDS)
      throw new CountExceededError('analytics.too_many_cards', { max: MAX_CARDS });
    await updateBoardRow(tx.db, id, { cards: await toCards(tx, user, [...stored, card], board) });
    return readBoard(tx, user, id);
  });
}

/** Deletes a board, under every plan. */
export async function deleteBoard(context: Clocked, user: User, id: number): Promise<void> {
  await inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await requireOwnBoard(tx.db, user, id);
    await deleteBoardRow(tx.db, id);
  });
}

export async function haveBoards(context: Clocked, userId: number): Promise<boolean> {
  return lackingCapability(await capabilitiesOf(context, userId), BOARDS) === undefined;
}

/** Throws PlanLacksError while the plan has no boards. */
export async function requireBoards(context: Clocked, userId: number): Promise<void> {
  await requireCapability(context, userId, BOARDS);
}

export async function requireOwnBoard(db: Database, user: User, id: number): Promise<BoardRow> {
  const board = await findBoard(db, id);
  if (board?.owner_id !== user.id) throw new NotFoundError();
  return board;
}

async function lockOwnBoard(tx: Clocked, user: User, id: number): Promise<BoardRow> {
  await lockUser(tx.db, user.id);
  const board = await requireOwnBoard(tx.db, user, id);
  await requireCapability(tx, user.id, BOARDS);
  return board;
}

async function todayOf({ db, now }: Clocked, { id }: User): Promise<string> {
  return dayOf(dayIn(await timeZoneOf(db, id), now()));
}

async function toCards(tx: Clocked, user: User, cards: CardList, board?: BoardRow): Promise<string> {
  const today = await todayOf(tx, user);
  return JSON.stringify(
    await checkCards(tx.db, user.id, { cards, stored: board ? cardsOf(board) : [], today }),
  );
}

async function moveBoard(db: Database, user: User, board: BoardRow, order: number): Promise<void> {
  const others = (await listBoards(db, user.id)).filter(({ id }) => id !== board.id);
  for (const [index, { id, position }] of others.toSpliced(order - 1, 0, board).entries())
    if (position !== index + 1) await updateBoardRow(db, id, { position: index + 1 });
}

async function readBoard(context: Clocked, user: User, id: number): Promise<Board> {
  const rows = await listBoards(context.db, user.id);
  const index = rows.findIndex((row) => row.id === id);
  const board = rows[index];
  if (!board) throw new NotFoundError();
  const reader = await findReader(context.db, user.id);
  const unwanted = reader?.unwanted === null ? null : 'unwanted';
  return {
    ...toHead(board, index, true),
    cards: await shownCards(context.db, user.id, cardsOf(board), await todayOf(context, user)),
    mail_stopped: (reader?.email ?? null) === null ? 'no_address' : unwanted,
  };
}

function toHead(board: BoardRow, index: number, acts: boolean): BoardHead {
  const { id, name, mail, mail_due_at } = board;
  const card_count = cardsOf(board).length;
  return { id, name, order: index + 1, card_count, mail, next_mail_at: mail_due_at, acts };
}
