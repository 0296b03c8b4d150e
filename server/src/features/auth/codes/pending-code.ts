import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import type { Database } from '../../../database/connect.ts';
import { ConflictError, ValidationError } from '../../../errors.ts';
import { type AuthState, type PendingCode, readState, type Visitor } from '../auth-state.ts';
import { findPendingState, replaceState } from '../sessions/pending-queries.ts';

const MOST_TRIES = 3;
/** Another code may be asked for after this time by the same browser. */
const RESEND_SECONDS = 60;

/** Returns the code that this browser waits for; throws ConflictError when it waits for none. */
export function requirePendingCode({ session }: Visitor): { sessionId: number; pending: PendingCode } {
  const { pending } = readState(session);
  if (!session || session.user || pending?.id !== 'login_by_code')
    throw new ConflictError('auth.nothing_pending');
  return { sessionId: session.id, pending };
}

/** Returns the seconds until the browser may ask for another code, by the server's clock; 0 when it may now. */
export function resendAfterSeconds({ now }: Pick<Context, 'now'>, { sent_at }: PendingCode): number {
  const waited = (now().getTime() - Date.parse(sent_at)) / 1000;
  return Math.min(RESEND_SECONDS, Math.max(0, Math.ceil(RESEND_SECONDS - waited)));
}

/** Counts a try before the code is compared, so that parallel guesses get three; throws ConflictError, ValidationError. */
export async function takeTry(
  context: Pick<Context, 'db' | 'now'>,
  sessionId: number,
): Promise<PendingCode & { left: number }> {
  const pending = await changePending(context, sessionId, (before) => {
    if (before.tries >= MOST_TRIES) throw new ValidationError({ code: 'auth.code_ended.incorrect_code' });
    return { ...before, tries: before.tries + 1 };
  });
  if (!pending) throw new ConflictError('auth.nothing_pending');
  return { ...pending, left: MOST_TRIES - pending.tries };
}

/** Changes a pending code, safe against a simultaneous request; undefined if none is pending or `change` gives none. */
export async function changePending(
  context: { db: Database; now: () => Date },
  sessionId: number,
  change: (before: PendingCode) => PendingCode | undefined,
): Promise<PendingCode | undefined> {
  for (;;) {
    const before = await findPendingState(context.db, sessionId, timestampOf(context));
    const state = JSON.parse(before ?? '{}') as Partial<AuthState>;
    const pending = state.pending?.id === 'login_by_code' ? change(state.pending) : undefined;
    if (before === undefined || !pending) return undefined;
    const after = JSON.stringify({ ...state, pending });
    if (await replaceState(context.db, sessionId, before, after)) return pending;
  }
}
