import { Secret, TOTP } from 'otpauth';
import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import type { Database } from '../../../database/connect.ts';
import { ValidationError } from '../../../errors.ts';
import { countAttempt, undoAttempt } from '../../../rate-limits/rate-limits.ts';
import { type Origin, recordEvent } from '../security/events.ts';
import { announce } from '../security/notices.ts';
import { findFactor, takeRecoveryCode, takeStep } from './factor-queries.ts';
import { openSecret, recoveryCodeHash } from './factor-secrets.ts';

const PERIOD_SECONDS = 30;
/** Steps before and after the present one with codes that count as well, for clocks that are half a minute off. */
const WINDOW = 1;
const DIGITS = /^\d{6}$/;

/** Limit of wrong codes for an account, over all browsers. */
const FAILURES = { amount: 5, seconds: 5 * 60 };
/** Six digits a day; recovery codes are long enough to need no such bound, so that their owner still gets in. */
const FAILURES_OF_DAY = { amount: 30, seconds: 24 * 3600 };

type CodeType = 'totp' | 'recovery_codes';

/** Uses a code up, counted before it is compared, so that parallel guesses stay limited; throws ValidationError on `code`. */
export async function checkCode(
  context: Context,
  origin: Origin,
  userId: number,
  typed: string,
): Promise<CodeType> {
  const code = typed.replaceAll(/\s/g, '');
  const isTotp = DIGITS.test(code);
  if (!(await findFactor(context.db, userId))) throw wrongCode();
  const counted = await countFailures(context, userId, isTotp);
  const isRight = isTotp
    ? await takeTotp(context, userId, code)
    : await takeRecoveryCode(
        context.db,
        userId,
        recoveryCodeHash(context.config, userId, code),
        timestampOf(context),
      );
  if (!isRight) {
    context.log.info({ user: userId, ip: origin.ip }, 'Second factor refused');
    await recordEvent(context, userId, { kind: 'factor_refused' }, origin);
    throw wrongCode();
  }
  for (const key of counted) await undoAttempt(context, key);
  if (!isTotp) await announce(context, origin, userId, { kind: 'recovery_code_used' });
  return isTotp ? 'totp' : 'recovery_codes';
}

function wrongCode(): ValidationError {
  return new ValidationError({ code: 'auth.factor.incorrect_code' });
}

/** Returns the 30-second step that a code of this secret belongs to, near the present one; null for a wrong code. */
export function stepOf(context: Pick<Context, 'now'>, secret: string, code: string): number | null {
  const delta = deltaOf(context, secret, code, WINDOW);
  return delta === null ? null : Math.floor(context.now().getTime() / 1000 / PERIOD_SECONDS) + delta;
}

/** Returns the steps between now and a code's moment, at most `window` on either side; null for any other code. */
function deltaOf(
  { now }: Pick<Context, 'now'>,
  secret: string,
  token: string,
  window: number,
): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });
  return totp.validate({ token, timestamp: now().getTime(), window });
}

/** Steps on either side, ten minutes, in which a refused code tells how far the phone's clock is off. */
const CLOCK_WINDOW = 20;

/**
 * The error for a code that sets an app up and was refused: it says how far the clock of the phone is off where the code is that of
 * a moment near. Never say that at a login: a guess that is right for later would be a code to wait with.
 */
export function refusedSetup(context: Pick<Context, 'now'>, secret: string, code: string): ValidationError {
  const delta = deltaOf(context, secret, code, CLOCK_WINDOW);
  if (delta === null) return wrongCode();
  const minutes = Math.max(1, Math.round((Math.abs(delta) * PERIOD_SECONDS) / 60));
  return new ValidationError({ code: { key: 'auth.factor_clock.incorrect_code', params: { minutes } } });
}

async function takeTotp(context: Context, userId: number, code: string): Promise<boolean> {
  const secret = await secretOf(context, context.db, userId);
  const step = secret === undefined ? null : stepOf(context, secret, code);
  return step !== null && takeStep(context.db, userId, step, timestampOf(context));
}

async function secretOf(
  { config, log }: Pick<Context, 'config' | 'log'>,
  db: Database,
  userId: number,
): Promise<string | undefined> {
  const factor = await findFactor(db, userId);
  if (!factor) return undefined;
  try {
    return openSecret(config, userId, factor.secret);
  } catch (error) {
    // Another SECRET_KEY than when the app was set up: its codes are wrong until the owner removes it.
    log.error({ err: error, user: userId }, 'The secret of a second factor cannot be read');
    return undefined;
  }
}

async function countFailures(context: Context, userId: number, isTotp: boolean): Promise<string[]> {
  const limits = [
    { key: `factor_failed:${userId}`, limit: FAILURES },
    ...(isTotp ? [{ key: `factor_failed_day:${userId}`, limit: FAILURES_OF_DAY }] : []),
  ];
  for (const { key, limit } of limits) {
    const { allowed, retryAfterSeconds } = await countAttempt(context, key, limit);
    if (allowed) continue;
    const message = { key: 'auth.too_many_login_attempts', params: { seconds: retryAfterSeconds } } as const;
    throw new ValidationError({ code: message }, retryAfterSeconds);
  }
  return limits.map(({ key }) => key);
}
