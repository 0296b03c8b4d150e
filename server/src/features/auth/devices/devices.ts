import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Config } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import { timestampIn, timestampOf } from '../../../context.ts';
import type { Visitor } from '../auth-state.ts';
import {
  deleteDevicesBefore,
  deleteOldestDevices,
  findTrustedDevice,
  hasDevices,
  hasFactorTrust,
  insertDevice,
  replaceDeviceId,
  setFactorTrust,
  touchDevice,
} from './device-queries.ts';
import { announce } from '../security/notices.ts';

const DEVICE_ID = /^[\w-]{22}$/;
const FORGOTTEN_AFTER_SECONDS = 365 * 24 * 3600;
const TRUSTED_SECONDS = 30 * 24 * 3600;
const MAX_DEVICES = 50;
/** Most accounts that share a browser: the cookie holds a device id for each, the newest first. */
const MAX_IDS = 5;
/** Ids that are tried: those of four cookies of that name, of which neighbours may have set some. */
const MAX_TRIED_IDS = 4 * MAX_IDS;

/** Notes a login's browser and returns its new cookie; a sent id is never adopted, as an attacker could have planted it. */
export async function noteDevice(
  context: Pick<Context, 'db' | 'now' | 'config'>,
  { deviceIds: cookie, ip, userAgent }: Visitor,
  userId: number,
  isAnnounced: boolean,
): Promise<string> {
  const { config } = context;
  const now = timestampOf(context);
  const ids = readIds(cookie);
  const hashesOf = (id: string) => [deviceHash(config, userId, id), plainHash(id)];
  const device = await touchDevice(context.db, userId, ids.flatMap(hashesOf), now);
  if (device?.is_trusted) return ids.slice(0, MAX_IDS).join('.');

  const fresh = randomBytes(16).toString('base64url');
  if (device) {
    await replaceDeviceId(context.db, device.id, deviceHash(config, userId, fresh));
  } else {
    if (isAnnounced && (await hasDevices(context.db, userId)))
      await announce(context, { ip, userAgent }, userId, { kind: 'new_device' });
    await insertDevice(context.db, userId, deviceHash(config, userId, fresh), now);
    await deleteOldestDevices(context.db, userId, MAX_DEVICES);
  }
  const others = ids.filter((id) => !device || !hashesOf(id).includes(device.id_hash));
  return [fresh, ...others].slice(0, MAX_IDS).join('.');
}

/** Returns the id's hash if this is a trusted device of the user, else undefined; costs the same without an account. */
export async function trustedDeviceOf(
  { config, db }: Pick<Context, 'config' | 'db'>,
  { deviceIds: cookie }: Pick<Visitor, 'deviceIds'>,
  userId: number | undefined,
): Promise<string | undefined> {
  const ids = readIds(cookie);
  if (ids.length === 0) return undefined;
  const id = userId ?? 0;
  return findTrustedDevice(
    db,
    id,
    ids.map((one) => deviceHash(config, id, one)),
  );
}

/** True when this browser gave the second factor of the user within thirty days and was to be trusted. */
export async function needsNoFactor(
  context: Pick<Context, 'config' | 'db' | 'now'>,
  visitor: Visitor,
  userId: number,
): Promise<boolean> {
  const device = await trustedDeviceOf(context, visitor, userId);
  return device !== undefined && hasFactorTrust(context.db, userId, device, timestampOf(context));
}

export async function trustForFactor(
  context: Pick<Context, 'config' | 'db' | 'now'>,
  userId: number,
  deviceIds: string,
): Promise<void> {
  const device = await trustedDeviceOf(context, { deviceIds }, userId);
  if (device) await setFactorTrust(context.db, userId, device, timestampIn(context, TRUSTED_SECONDS));
}

/** Deletes devices that were not used for a year; a job runs it. */
export async function sweepDevices(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteDevicesBefore(context.db, timestampIn(context, -FORGOTTEN_AFTER_SECONDS));
}

function readIds(cookie: string): string[] {
  return cookie.split('.', MAX_TRIED_IDS).filter((id) => DEVICE_ID.test(id));
}

/** Returns the hash of a device id with its account: under another account the same id means nothing. */
function deviceHash({ secretKey }: Config, userId: number, id: string): string {
  return createHmac('sha256', secretKey)
    .update(JSON.stringify(['device', userId, id]))
    .digest('hex');
}

/** Returns the hash of an id from before ids were bound to accounts; such a device is known, but not trusted. */
function plainHash(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}
