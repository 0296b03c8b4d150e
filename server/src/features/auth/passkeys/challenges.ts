import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import { timestampIn } from '../../../context.ts';
import { useChallenge } from './passkey-queries.ts';

type Clock = Pick<Context, 'config' | 'now'>;

/** The purpose of a challenge and the browser or session that asked for it: it means nothing anywhere else. */
export type Holder = {
  purpose: 'login' | 'authenticate' | 'reauthenticate' | 'add' | 'invitation';
  of: string;
};

const VALID_SECONDS = 15 * 60;
const TIME_BYTES = 6;
const NONCE_BYTES = 16;
const HEAD_BYTES = TIME_BYTES + NONCE_BYTES;

/** Makes a challenge of time, random bytes and an HMAC over both and the holder; nothing is stored until it is answered. */
export function newChallenge({ config, now }: Clock, holder: Holder): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUIntBE(now().getTime(), 0, TIME_BYTES);
  randomBytes(NONCE_BYTES).copy(head, TIME_BYTES);
  return Uint8Array.from(Buffer.concat([head, authenticate(config, head, holder)]));
}

/** True for a challenge that one of these holders was given within the last fifteen minutes. */
export function isGenuine({ config, now }: Clock, challenge: string, holders: readonly Holder[]): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  const [head, given] = [bytes.subarray(0, HEAD_BYTES), bytes.subarray(HEAD_BYTES)];
  return holders.some((holder) => {
    const expected = authenticate(config, head, holder);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
    const age = now().getTime() - head.readUIntBE(0, TIME_BYTES);
    return age <= VALID_SECONDS * 1000;
  });
}

/** Uses a challenge up; false when it was answered before. Call it in the transaction of what the answer is for. */
export function takeChallenge(context: Pick<Context, 'db' | 'now'>, challenge: string): Promise<boolean> {
  const hash = createHash('sha256').update(challenge).digest('hex');
  return useChallenge(context.db, hash, timestampIn(context, VALID_SECONDS));
}

function authenticate(
  { secretKey }: Pick<Config, 'secretKey'>,
  head: Buffer,
  { purpose, of }: Holder,
): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'passkey-challenges', 32));
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, of]))
    .update(head)
    .digest();
}
