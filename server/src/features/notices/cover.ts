import { drawCover } from '@vitrin/engine/pictures/cover.ts';
import type { NoticeKind } from '@vitrin/shared/contract/notices.ts';
import type { InlinePicture } from '../../adapters/mail/mailer.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import { findCover, listUnwanted, type NoticeRow } from './queries.ts';

/** Mails to clients show the work; what became of it freelancers read. */
const ILLUSTRATED: ReadonlySet<NoticeKind> = new Set([
  'version_ready',
  'version_reminder',
  'milestone_completed',
]);

/** Twice the width that a mail shows, and what a phone loads without a thought. */
const LIMITS = { box: { width: 1040, height: 780 }, mostBytes: 100_000 };

/** Most bytes of a thumbnail that is read; ordinary ones have a tenth. */
const MOST_THUMBNAIL_BYTES = 4 * 1024 * 1024;

/** Time after which a mail goes without its picture. */
const PATIENCE_MILLISECONDS = 15_000;

/**
 * The cover of the work that a client's mail is about, drawn for it; undefined where there is none, where it is not made yet
 * or cannot be had in a few seconds, and where the reader or the freelancer wants none. Never rejects: a mail does not fail
 * by its picture.
 */
export async function coverFor(
  context: Context,
  notice: NoticeRow,
  patience = AbortSignal.timeout(PATIENCE_MILLISECONDS),
): Promise<InlinePicture | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  patience.addEventListener('abort', () => resolve(undefined), { once: true });
  const drawn = draw(context, notice, patience).catch((error: unknown) => {
    context.log.info({ err: error, notice: notice.id }, 'A mail goes without its picture');
    return undefined;
  });
  return Promise.race([drawn, late]);
}

async function draw(
  context: Context,
  notice: NoticeRow,
  signal: AbortSignal,
): Promise<InlinePicture | undefined> {
  const { db } = context;
  if (!ILLUSTRATED.has(notice.kind) || notice.owner_id === null) return undefined;
  for (const person of [notice.user_id, notice.owner_id])
    if ((await listUnwanted(db, person)).includes('cover')) return undefined;
  const stored = await findCover(db, notice, timestampOf(context));
  if (!stored || stored.size > MOST_THUMBNAIL_BYTES) return undefined;
  const body = await context.storage.read(stored.key, { start: 0, end: stored.size - 1 });
  const pieces: Buffer[] = [];
  for await (const piece of Buffer.isBuffer(body) ? [body] : body) pieces.push(Buffer.from(piece));
  const cover = await drawCover(Buffer.concat(pieces), LIMITS, signal);
  return { cid: `cover.${notice.id}@vitrin`, ...cover };
}
