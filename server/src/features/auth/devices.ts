import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '../../context.ts';
import { timestampIn, timestampOf } from '../../context.ts';
import type { Database } from '../../database/connect.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import type { Visitor } from './auth-state.ts';
import { deleteDevicesBefore, hasDevices, insertDevice, touchDevice } from './device-queries.ts';
import { newDeviceMail } from './mails.ts';
import { findAccount, listAddresses } from './queries.ts';
import { recipientsOf } from './recipients.ts';

const DEVICE_ID = /^[\w-]{22}$/;
const FORGOTTEN_AFTER_SECONDS = 365 * 24 * 3600;

/**
 * Notes the browser a user signs in with and returns the value of its cookie. With `announce`, somebody who has
 * used other devices before gets a mail about a new one.
 */
export async function noteDevice(
  context: Pick<Context, 'now' | 'config'>,
  trx: Database,
  { deviceId: known, ip, userAgent, language }: Visitor,
  userId: number,
  announce: boolean,
): Promise<string> {
  const now = timestampOf(context);
  const deviceId = known && DEVICE_ID.test(known) ? known : randomBytes(16).toString('base64url');
  const idHash = createHash('sha256').update(deviceId).digest('hex');
  if (await touchDevice(trx, userId, idHash, now)) return deviceId;
  if (announce && (await hasDevices(trx, userId))) {
    const account = await findAccount(trx, userId);
    for (const recipient of recipientsOf(account, await listAddresses(trx, userId), language)) {
      const mail = newDeviceMail(recipient, context.config.publicUrl, { ip, userAgent, at: context.now() });
      await enqueue(context, trx, 'send-mail', mail);
    }
  }
  await insertDevice(trx, userId, idHash, now);
  return deviceId;
}

/** Forgets devices nobody has used for a year; a job runs it. */
export async function sweepDevices(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteDevicesBefore(context.db, timestampIn(context, -FORGOTTEN_AFTER_SECONDS));
}
