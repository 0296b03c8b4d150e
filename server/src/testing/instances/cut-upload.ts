import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ApiSession } from '../../../../test-kit/api-session.ts';
import { callAt, openCall, type Endpoint } from './open-call.ts';

const TUS = { 'tus-resumable': '1.0.0' };

/**
 * Uploads a file that begins at the first instance, is requested at the second while the first still holds it,
 * and is completed at the third. Returns the id of the file.
 */
export async function uploadAcross(
  [first, second, third]: readonly [Endpoint, Endpoint, Endpoint],
  session: Pick<ApiSession, 'cookies'>,
  version: number,
  bytes: Buffer,
): Promise<number> {
  const created = await callAt(first, session, 'POST', '/api/uploads/', {
    headers: {
      ...TUS,
      'upload-length': bytes.length,
      'upload-metadata': `filename ${btoa('film.bin')},version ${btoa(String(version))}`,
    },
  });
  expect(created.status).toBe(201);
  const upload = created.headers.location ?? '';
  const patch = (offset: number) => ({
    ...TUS,
    'content-type': 'application/offset+octet-stream',
    'upload-offset': offset,
    'content-length': bytes.length - offset,
  });
  const begun = openCall(first, session, 'PATCH', upload, patch(0));
  const cut = begun.answer.catch((error: unknown) => error);
  const sent = Math.floor(bytes.length / 3);
  begun.request.write(bytes.subarray(0, sent));
  // The instance that is asked for the upload makes the receiving one record its bytes, and end its call.
  await pause(300);
  const head = await callAt(second, session, 'HEAD', upload, { headers: TUS });
  expect(head.status).toBe(200);
  await cut;
  const offset = Number(head.headers['upload-offset']);
  expect(offset).toBeLessThanOrEqual(sent);
  const rest = await callAt(third, session, 'PATCH', upload, {
    headers: patch(offset),
    body: bytes.subarray(offset),
  });
  expect(rest.status).toBe(204);
  return Number(rest.headers['vitrin-file-id']);
}
