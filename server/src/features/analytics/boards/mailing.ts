import type { AnalyticsAnswer } from '@vitrin/shared/contract/figures/analytics-query.ts';
import type { Card } from '@vitrin/shared/contract/figures/boards.ts';
import { dayOf } from '@vitrin/shared/rules/time/days.ts';
import { dayIn } from '@vitrin/shared/rules/time/time-zones.ts';
import { MailRefusedError } from '../../../adapters/mail/mailer.ts';
import { type Context, timestampOf } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../../errors.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import type { JobHandlers, JobPayloads } from '../../../jobs/kinds.ts';
import { limitRate } from '../../../rate-limits/rate-limits.ts';
import { signKey } from '../../auth/signed-keys.ts';
import { unsubscribeNumbers } from '../../notices/choices.ts';
import { timeZoneOf } from '../../users/service.ts';
import { askAnalytics } from '../query/service.ts';
import { type AnsweredCard, boardMail } from './board-mail.ts';
import { type BoardRow, findBoard, findReader, moveMail, updateBoardRow } from './board-queries.ts';
import { haveBoards, requireBoards, requireOwnBoard } from './boards.ts';
import { cardsOf, isGone, questionOf, shownCards, type StoredCard } from './cards.ts';
import { enqueueClaim, nextMail } from './schedule.ts';

type User = Pick<CurrentUser, 'id'>;

/** Limit of mails that a freelancer requests by hand. */
const BY_HAND = { amount: 5, seconds: 3600 };

export function boardJobs(context: Context): Pick<JobHandlers, 'claim-board-mail' | 'mail-board'> {
  return {
    'claim-board-mail': (payload) => claimMail(context, payload),
    'mail-board': (payload, signal) => mailBoard(context, payload, signal),
  };
}

/** Enqueues a due mail and moves its time in one transaction, so that one instance does both (specification 9.22). */
async function claimMail(
  context: Context,
  { board_id, due_at }: JobPayloads['claim-board-mail'],
): Promise<void> {
  await inTransaction(context, async (tx) => {
    const board = await findBoard(tx.db, board_id);
    if (!board || board.mail === null || board.mail_due_at !== due_at) return;
    if (due_at > timestampOf(tx)) {
      await enqueueClaim(tx, board_id, due_at);
      return;
    }
    const next = nextMail(await timeZoneOf(tx.db, board.owner_id), board.mail, tx.now());
    if (!(await moveMail(tx.db, { id: board_id, due: due_at, next }))) return;
    await enqueueClaim(tx, board_id, next);
    await enqueue(tx, 'mail-board', { board_id, due_at, is_asked: false });
  });
}

/** Mails a board now; throws NotFoundError, PlanLacksError, ConflictError without a verified address, RateLimitedError. */
export async function sendBoard(context: Context, user: User, id: number): Promise<void> {
  await requireOwnBoard(context.db, user, id);
  await requireBoards(context, user.id);
  const reader = await findReader(context.db, user.id);
  if ((reader?.email ?? null) === null) throw new ConflictError('analytics.no_address');
  await limitRate(context, `boards:mail:user:${user.id}`, BY_HAND);
  await enqueue(context, 'mail-board', { board_id: id, due_at: timestampOf(context), is_asked: true });
}

/** Sends a board's mail, if its owner may have it now. A refusal for good by the mail server ends it. */
async function mailBoard(
  context: Context,
  { board_id, due_at, is_asked }: JobPayloads['mail-board'],
  signal: AbortSignal,
): Promise<void> {
  const { config, db, mailer } = context;
  const board = await findBoard(db, board_id);
  if (!board || board.mailed_for === due_at || !(await haveBoards(context, board.owner_id))) return;
  const reader = await findReader(db, board.owner_id);
  if (!reader || reader.email === null) return;
  if (!is_asked && (board.mail === null || reader.unwanted !== null)) return;
  const mail = boardMail({
    to: reader.email,
    language: reader.language,
    board,
    cards: await answerCards(context, board),
    dueAt: due_at,
    publicUrl: config.publicUrl,
    key: signKey(config, 'unsubscribe', unsubscribeNumbers(board.owner_id, 'board'), ''),
  });
  try {
    await mailer.send(mail, signal);
  } catch (error) {
    if (!(error instanceof MailRefusedError)) throw error;
    context.log.warn({ board: board_id, err: error }, 'The mail server refused the mail of a board');
  }
  await updateBoardRow(db, board_id, { mailed_for: due_at });
}

async function answerCards(context: Context, board: BoardRow): Promise<AnsweredCard[]> {
  const zone = await timeZoneOf(context.db, board.owner_id);
  const today = dayOf(dayIn(zone, context.now()));
  const stored = cardsOf(board);
  const shown = await shownCards(context.db, board.owner_id, stored, today);
  const answered: AnsweredCard[] = [];
  for (const [index, card] of shown.entries()) {
    const question = stored[index];
    if (question) answered.push({ card, answer: await answerOf(context, board, card, { question, today }) });
  }
  return answered;
}

async function answerOf(
  context: Context,
  { owner_id }: BoardRow,
  card: Card,
  { question, today }: { question: StoredCard; today: string },
): Promise<AnalyticsAnswer | 'gone' | 'too_large'> {
  if (isGone(card)) return 'gone';
  try {
    return await askAnalytics(context, { id: owner_id }, questionOf(question, today));
  } catch (error) {
    if (error instanceof NotFoundError) return 'gone';
    if (error instanceof ValidationError) return 'too_large';
    throw error;
  }
}
