import { expect, test } from 'vitest';
import { signUrl } from './s3-signed-url.ts';

test('the example of the documentation of Signature Version 4 gets its signature', () => {
  const key = {
    region: 'us-east-1',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  };
  const url = new URL('https://examplebucket.s3.amazonaws.com/test.txt');
  const signed = new URL(signUrl(key, url, [], 86_400, new Date('2013-05-24T00:00:00Z')));
  expect(signed.searchParams.get('X-Amz-Signature')).toBe(
    'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  );
});
