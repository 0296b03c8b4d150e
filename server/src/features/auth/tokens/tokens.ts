import type { CreateToken, NewToken, Token } from '@vitrin/shared/contract/account/tokens.ts';
import { lackingCapability } from '@vitrin/shared/rules/capabilities.ts';
import type { Context } from '../../../context.ts';
import { timestampIn, timestampOf } from '../../../context.ts';
import { type CurrentUser, rightsOf, type TokenSession } from '../../../current/current-user.ts';
import { lockUser } from '../../../database/locks.ts';
import { isReadOnlyRefusal } from '../../../database/read-only/refusal.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { NotFoundError, ValidationError } from '../../../errors.ts';
import { tenantOfUser } from '../../../tenants/tenant.ts';
import { capabilitiesOf, requireCapability } from '../../plans/access.ts';
import { requireOpenSession } from '../access.ts';
import type { Visitor } from '../auth-state.ts';
import { recordEvent } from '../security/events.ts';
import { announce } from '../security/notices.ts';
import {
  countTokens,
  deleteKeysBefore,
  deleteToken,
  deleteTokensExpiredBefore,
  findKey,
  findProjectName,
  findToken,
  insertToken,
  keepAnswer,
  type KeyOfToken,
  listTokens,
  type LiveToken,
  noteUse,
  releaseKey,
  reserveKey,
  type TokenRow,
} from './token-queries.ts';
import { newToken, tokenHash } from './token-text.ts';

const DAY_SECONDS = 24 * 3600;
const USE_SECONDS = 60;
const KEY_SECONDS = DAY_SECONDS;

/** Returns the live token of a request or null; reads the row each time, so that an end holds at once on all instances. */
async function loadToken(context: Context, text: string): Promise<TokenSession | null> {
  const token_hash = tokenHash(text);
  const row = token_hash && (await findToken(context.db, token_hash, timestampOf(context)));
  return row ? toSession(row) : null;
}

/** Throws PlanLacksError where the plan lacks the scope of a token, or room for it beside the older ones. */
async function requirePlan(context: Context, { user, token }: TokenSession): Promise<void> {
  await requireCapability(context, user.id, {
    tokens: token.older + 1,
    token_scopes: token.scope,
  });
}

/** Notes the use of a token, at most once a minute; while the installation is read only, not at all. */
async function noteTokenUse(context: Context, { token }: TokenSession): Promise<void> {
  const before = timestampIn(context, -USE_SECONDS);
  if (token.last_used_at !== null && token.last_used_at > before) return;
  try {
    await noteUse(context.db, token.id, timestampOf(context), before);
  } catch (error) {
    if (!isReadOnlyRefusal(error)) throw error;
  }
}

export const tokens = { load: loadToken, requirePlan, noteUse: noteTokenUse };

/** Keys that keep a creation from being repeated, each for a day. */
export const creationKeys = { reserve, keep, release };

async function reserve(context: Context, { tokenId, key }: KeyOfToken, request_hash: string) {
  await deleteKeysBefore(context.db, timestampIn(context, -KEY_SECONDS), tokenId);
  const created_at = timestampOf(context);
  const isNew = await reserveKey(context.db, { token_id: tokenId, key, request_hash, created_at });
  return isNew ? undefined : findKey(context.db, { tokenId, key });
}

async function keep(
  { db }: Context,
  key: KeyOfToken,
  answer: { status: number; headers: string; body: string | null },
): Promise<void> {
  await keepAnswer(db, key, answer);
}

async function release({ db }: Context, key: KeyOfToken): Promise<void> {
  await releaseKey(db, key);
}

/** Makes a token, shown this once, and mails its owner; throws PlanLacksError, ValidationError on `project`. */
export async function createToken(
  context: Context,
  visitor: Visitor,
  user: CurrentUser,
  { name, scope, project, days }: CreateToken,
): Promise<NewToken> {
  return inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await requireOpenSession(tx.db, visitor);
    const now = timestampOf(tx);
    const count = await countTokens(tx.db, user.id, now);
    await requireCapability(tx, user.id, { tokens: count + 1, token_scopes: scope });
    const of = project == null ? undefined : await findProjectName(tx.db, user.id, project);
    if (project != null && !of) throw new ValidationError({ project: 'fields.invalid' });
    const token = newToken();
    const row = {
      name,
      scope,
      project_id: project ?? null,
      created_at: now,
      expires_at: timestampIn(tx, days * DAY_SECONDS),
    };
    const id = await insertToken(tx.db, {
      ...row,
      user_id: user.id,
      token_hash: tokenHash(token) ?? '',
    });
    await announce(tx, visitor, user.id, { kind: 'token_made', detail: name });
    const made = { ...row, id, last_used_at: null, project_name: of?.name ?? null };
    return { ...toToken(made, true), token };
  });
}

/** Lists the tokens of a user that have not expired, the oldest first. */
export async function getTokens(context: Pick<Context, 'db' | 'now'>, user: CurrentUser): Promise<Token[]> {
  const capabilities = await capabilitiesOf(context, user.id);
  const rows = await listTokens(context.db, user.id, timestampOf(context));
  return rows.map((row, index) =>
    toToken(
      row,
      lackingCapability(capabilities, { tokens: index + 1, token_scopes: row.scope }) === undefined,
    ),
  );
}

/** Ends a token at once, on all instances. Throws NotFoundError for one that is not the user's. */
export async function endToken(
  context: Context,
  visitor: Visitor,
  user: CurrentUser,
  id: number,
): Promise<void> {
  await inTransaction(context, async (tx) => {
    const name = await deleteToken(tx.db, user.id, id);
    if (name === undefined) throw new NotFoundError();
    await recordEvent(tx, user.id, { kind: 'token_ended', detail: name }, visitor);
  });
}

/** Deletes tokens that have expired, and keys of creations after a day; a job runs it. */
export async function sweepTokens(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteTokensExpiredBefore(context.db, timestampOf(context));
  await deleteKeysBefore(context.db, timestampIn(context, -KEY_SECONDS));
}

function toToken({ project_id, project_name, ...row }: TokenRow, acts: boolean): Token {
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    project: project_id === null ? null : { id: project_id, name: project_name ?? '' },
    created_at: row.created_at,
    expires_at: row.expires_at,
    last_used_at: row.last_used_at,
    acts,
  };
}

function toSession(row: LiveToken): TokenSession {
  const { user_id: id, username, user_type, language, owner_id, network } = row;
  return {
    id: 0,
    state: '{}',
    sameUntil: Date.parse(row.expires_at),
    user: {
      id,
      username,
      user_type,
      ...rightsOf(user_type),
      language,
      owner_id,
      tenant: tenantOfUser({ id, owner_id, network }),
    },
    token: {
      id: row.id,
      scope: row.scope,
      project_id: row.project_id,
      older: Number(row.older_tokens),
      last_used_at: row.last_used_at,
    },
  };
}
