import { createHash, createHmac } from 'node:crypto';
import type { S3Config } from '../../config.ts';

/**
 * An address under which anybody can read an object for `seconds` from `now`. The answer carries the given
 * Content-Disposition and media type.
 */
export function signedObjectUrl(
  config: S3Config,
  key: string,
  { contentDisposition, mediaType }: { contentDisposition: string; mediaType: string },
  seconds: number,
  now: Date,
): string {
  const { bucket, region, endpoint } = config;
  const url = endpoint
    ? new URL(`${endpoint.replace(/\/$/, '')}/${bucket}/${key}`)
    : new URL(`https://${bucket}.s3.${region}.amazonaws.com/${key}`);
  const answer: [string, string][] = [
    ['response-content-disposition', contentDisposition],
    ['response-content-type', mediaType],
  ];
  return signUrl(config, url, answer, seconds, now);
}

type SigningKey = Pick<S3Config, 'region' | 'accessKeyId' | 'secretAccessKey'>;

/** Signs an address with AWS Signature Version 4 in its query. `parameters` must be sorted by name. */
export function signUrl(
  { region, accessKeyId, secretAccessKey }: SigningKey,
  url: URL,
  parameters: readonly [string, string][],
  seconds: number,
  now: Date,
): string {
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const signed: [string, string][] = [
    ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
    ['X-Amz-Credential', `${accessKeyId}/${scope}`],
    ['X-Amz-Date', time],
    ['X-Amz-Expires', String(seconds)],
    ['X-Amz-SignedHeaders', 'host'],
    ...parameters,
  ];
  const query = signed.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  const request = ['GET', url.pathname, query, `host:${url.host}\n`, 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const text = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(request).digest('hex')].join(
    '\n',
  );
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${secretAccessKey}`,
  );
  const signature = createHmac('sha256', signingKey).update(text).digest('hex');
  return `${url.origin}${url.pathname}?${query}&X-Amz-Signature=${signature}`;
}

/** Encodes as RFC 3986 says, which is stricter than encodeURIComponent. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
