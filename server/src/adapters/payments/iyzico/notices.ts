import { createHmac, timingSafeEqual } from 'node:crypto';
import { InvalidEventError } from '../gateway.ts';
import { Notice } from './answers.ts';

/** Reads a notice, a mere hint; its signature is checked if the merchant id is configured. Throws InvalidEventError. */
export function readNotice(
  { merchantId, secretKey }: { merchantId: string | undefined; secretKey: string },
  body: Buffer,
  signature: string,
): Notice {
  const notice = Notice.safeParse(parsed(body));
  if (!notice.success) throw new InvalidEventError('The notice cannot be read');
  if (merchantId !== undefined) {
    const expected = Buffer.from(signatureOf({ merchantId, secretKey }, notice.data));
    const given = Buffer.from(signature.toLowerCase());
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new InvalidEventError('The signature of the notice is wrong');
  }
  return notice.data;
}

function signatureOf(
  { merchantId, secretKey }: { merchantId: string; secretKey: string },
  notice: Omit<Notice, 'iyziReferenceCode'>,
): string {
  const { iyziEventType, subscriptionReferenceCode, orderReferenceCode, customerReferenceCode } = notice;
  return createHmac('sha256', secretKey)
    .update(merchantId + secretKey + iyziEventType)
    .update(subscriptionReferenceCode + orderReferenceCode + customerReferenceCode)
    .digest('hex');
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return null;
  }
}
