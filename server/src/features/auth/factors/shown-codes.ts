import type { Context } from '../../../context.ts';
import { epochSeconds, readState, type ShownCodes, type Visitor } from '../auth-state.ts';
import { open, seal } from '../sealed-secrets.ts';
import { replaceState } from '../sessions/pending-queries.ts';

/** Time in which the session that made recovery codes may ask for its copy, as clients of django-allauth do to show them. */
const SHOWN_SECONDS = 10 * 60;
const PURPOSE = 'shown-recovery-codes';

/**
 * Codes for the state of the session that has made them, encrypted with the value of its cookie: that is stored nowhere on
 * the server, so neither the database nor SECRET_KEY opens them.
 */
export function sealShown(
  context: Pick<Context, 'now'>,
  { session }: Pick<Visitor, 'session'>,
  { userId, cookie }: { userId: number; cookie: string },
  codes: string[],
): ShownCodes {
  const sealed = seal({ secretKey: cookie }, PURPOSE, userId, JSON.stringify(codes));
  return { session_id: session?.id ?? 0, made_at: epochSeconds(context), sealed };
}

/** Deletes the copy that this very session made within ten minutes and returns its codes, used ones among them; else none. */
export async function takeShown(
  context: Pick<Context, 'db' | 'now'>,
  { session }: Pick<Visitor, 'session'>,
  { userId, cookie }: { userId: number; cookie: string },
): Promise<string[]> {
  const { shown_codes: shown, ...state } = readState(session);
  // A confirmation gives the session another id and another cookie.
  if (!session || !shown || shown.session_id !== session.id) return [];
  if (shown.made_at + SHOWN_SECONDS < epochSeconds(context)) return [];
  // The first of simultaneous requests gets the codes.
  if (!(await replaceState(context.db, session.id, session.state, JSON.stringify(state)))) return [];
  return JSON.parse(open({ secretKey: cookie }, PURPOSE, userId, shown.sealed)) as string[];
}
