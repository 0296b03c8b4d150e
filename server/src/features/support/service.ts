import { randomInt } from 'node:crypto';
import { drawPicture } from '@vitrin/engine/pictures/redraw.ts';
import type { AskSupport, SupportReceipt, SupportRequest } from '@vitrin/shared/contract/support.ts';
import { answerBy } from '@vitrin/shared/rules/time/support-hours.ts';
import { MAX_PICTURE_BYTES } from '@vitrin/shared/rules/texts/rich-text-length.ts';
import type { MailFile } from '../../adapters/mail/mailer.ts';
import { type Context, timestampIn, timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import { lockUser } from '../../database/locks.ts';
import { inTransaction } from '../../database/transaction.ts';
import { RateLimitedError, ValidationError } from '../../errors.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { inDrawingSlot } from '../pictures/drawing-slots.ts';
import { capabilitiesOf } from '../plans/access.ts';
import { getSubscription } from '../plans/service.ts';
import { getAsker, insertRequest, listRequests, listTimesSince, newestMigration } from './queries.ts';
import { supportMail } from './support-mail.ts';

const A_DAY = 10;
const DAY_SECONDS = 24 * 3600;
const MOST_LISTED = 100;

/** Letters and digits that are not taken for each other. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const REFERENCE_LENGTH = 8;

/** Mails a question to CONTACT_EMAIL and keeps it; throws RateLimitedError after 10 within a day. */
export async function askSupport(
  context: Context,
  user: CurrentUser,
  asked: AskSupport,
  browser: string,
): Promise<SupportReceipt> {
  const { config } = context;
  await requireLeft(context, user.id);
  const files: MailFile[] = [];
  for (const [index, picture] of (asked.pictures ?? []).entries())
    files.push(await drawnFile(user, picture, index + 1));
  const [{ support_hours: hours }, subscription] = await Promise.all([
    capabilitiesOf(context, user.id),
    getSubscription(context, user.id, config.ownerLanguage),
  ]);
  const reference = newReference();
  const answer_by = answerBy(context.now(), hours, config.supportHours)?.toISOString() ?? null;
  await inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await requireLeft(tx, user.id);
    const { subject, text } = asked;
    const created_at = timestampOf(tx);
    await insertRequest(tx.db, {
      user_id: user.id,
      reference,
      subject,
      text,
      pictures: files.length,
      answer_by,
      created_at,
    });
    const asker = await getAsker(tx.db, user.id);
    const version = await newestMigration(tx.db);
    const facts = { reference, answer_by, browser, version, plan: subscription?.plan.name ?? null, ...asker };
    await enqueue(tx, 'send-mail', supportMail(config, asked, facts, files));
  });
  return { reference, answer_by };
}

export async function getSupportRequests(
  { db }: Pick<Context, 'db'>,
  user: CurrentUser,
): Promise<SupportRequest[]> {
  return listRequests(db, user.id, MOST_LISTED);
}

async function requireLeft(context: Pick<Context, 'db' | 'now'>, userId: number): Promise<void> {
  const times = await listTimesSince(context.db, userId, timestampIn(context, -DAY_SECONDS), A_DAY);
  const oldest = times[A_DAY - 1];
  if (oldest === undefined) return;
  const passed = (context.now().getTime() - Date.parse(oldest)) / 1000;
  throw new RateLimitedError(Math.max(1, Math.ceil(DAY_SECONDS - passed)));
}

/** A picture drawn anew, so that nothing but its pixels reaches who opens the mail. */
async function drawnFile({ tenant }: CurrentUser, base64: string, number: number): Promise<MailFile> {
  const bytes = Buffer.from(base64, 'base64');
  const isTooLarge = bytes.length > MAX_PICTURE_BYTES;
  const drawn = isTooLarge ? 'too large' : await inDrawingSlot(tenant, () => drawPicture(bytes));
  if (drawn === 'too large') throw new ValidationError({ pictures: 'fields.picture_too_large' });
  if (drawn === 'unreadable') throw new ValidationError({ pictures: 'fields.picture_unreadable' });
  return {
    filename: `picture-${number}.${drawn.media_type === 'image/png' ? 'png' : 'jpg'}`,
    content: drawn.bytes.toString('base64'),
    encoding: 'base64',
    contentType: drawn.media_type,
  };
}

function newReference(): string {
  const letters = Array.from({ length: REFERENCE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]);
  return `V-${letters.join('')}`;
}
