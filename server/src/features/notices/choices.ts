import {
  CLIENT_NOTICES,
  FREELANCER_NOTICES,
  type NoticeChoices,
  NoticeKind,
  type NoticePart,
} from '@vitrin/shared/contract/notices.ts';
import type { UserType } from '@vitrin/shared/contract/users.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import { NotFoundError, ValidationError } from '../../errors.ts';
import { isKeyGenuine, readKey } from '../auth/signed-keys.ts';
import { deleteUnwanted, findUserType, insertUnwanted, listUnwanted } from './queries.ts';

type Tx = Pick<Context, 'db' | 'now'>;

export async function getChoices({ db }: Pick<Context, 'db'>, user: CurrentUser): Promise<NoticeChoices> {
  const unwanted = await listUnwanted(db, user.id);
  return {
    results: partsFor(user.user_type).map((notice) => ({ notice, wanted: !unwanted.includes(notice) })),
  };
}

/** Turns a kind of notices on or off; throws ValidationError for a kind that is not for this user. */
export async function choose(
  context: Tx,
  user: CurrentUser,
  { notice, wanted }: { notice: NoticePart; wanted: boolean },
): Promise<NoticeChoices> {
  if (!partsFor(user.user_type).includes(notice)) throw new ValidationError({ notice: 'fields.invalid' });
  await saveChoice(context, user.id, notice, wanted);
  return getChoices(context, user);
}

/** Returns the kind of notices that a link ends; changes nothing. Throws NotFoundError for an invalid key. */
export async function getUnsubscription(
  context: Pick<Context, 'db' | 'config'>,
  key: string,
): Promise<{ notice: NoticeKind; wanted: boolean }> {
  const { userId, notice } = await requireKey(context, key);
  return { notice, wanted: !(await listUnwanted(context.db, userId)).includes(notice) };
}

/** Ends the notices of a mail's link, without a session; throws NotFoundError for an invalid key. */
export async function unsubscribe(
  context: Pick<Context, 'db' | 'config' | 'now'>,
  key: string,
  wanted = false,
): Promise<{ notice: NoticeKind; wanted: boolean }> {
  const { userId, notice } = await requireKey(context, key);
  await saveChoice(context, userId, notice, wanted);
  return { notice, wanted };
}

/** Kinds by the number that keys hold. New ones come last, since old mails keep their keys. */
const NUMBERS = NoticeKind.options;

/** Returns the numbers of an unsubscription key for a kind; the key is valid as long as the account. */
export function unsubscribeNumbers(userId: number, kind: NoticeKind): number[] {
  return [userId, NUMBERS.indexOf(kind)];
}

async function requireKey(
  context: Pick<Context, 'db' | 'config'>,
  key: string,
): Promise<{ userId: number; notice: NoticeKind }> {
  const [userId, number] = readKey(key, 2) ?? [];
  const notice = number === undefined ? undefined : NUMBERS[number];
  if (userId !== undefined && notice && isKeyGenuine(context.config, 'unsubscribe', key, '')) {
    const type = await findUserType(context.db, userId);
    if (type && kindsFor(type).includes(notice)) return { userId, notice };
  }
  throw new NotFoundError();
}

export async function saveChoice(
  { db, now }: Tx,
  userId: number,
  kind: NoticePart,
  wanted: boolean,
): Promise<void> {
  if (wanted) await deleteUnwanted(db, userId, kind);
  else await insertUnwanted(db, { user_id: userId, kind, created_at: timestampOf({ now }) });
}

function kindsFor(type: UserType): readonly NoticeKind[] {
  return type === 'freelancer' ? FREELANCER_NOTICES : CLIENT_NOTICES;
}

/** Lists the parts of a user type, with pictures last, which both sides can do without. */
function partsFor(type: UserType): readonly NoticePart[] {
  return [...kindsFor(type), 'cover'];
}
