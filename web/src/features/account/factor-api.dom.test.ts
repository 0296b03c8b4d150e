import { expect, test } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { activateTotp, renewRecoveryCodes } from './factor-api.ts';

const FACTORS = '/api/_allauth/browser/v1/account/authenticators';
const CODES = ['abcde-fghjk', 'mnpqr-stuvw'];

test('recovery codes are read from the answer that makes them, and the server is asked to keep no copy', async () => {
  const requests = fakeServer({
    [`POST ${FACTORS}/totp`]: { body: { meta: { recovery_codes: CODES } } },
    [`POST ${FACTORS}/recovery-codes`]: { body: { data: { unused_codes: CODES } } },
  });
  expect(await activateTotp('123456')).toEqual(CODES);
  expect(await renewRecoveryCodes()).toEqual(CODES);
  expect(requests.map(({ method, body }) => ({ method, body }))).toEqual([
    { method: 'POST', body: { code: '123456', keep_codes: false } },
    { method: 'POST', body: { keep_codes: false } },
  ]);
});
