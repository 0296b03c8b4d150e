import type { OwnFace } from '@vitrin/shared/contract/faces.ts';
import type { User } from '@vitrin/shared/contract/users.ts';
import { expect, test } from 'vitest';
import { AUTH, PASSWORD } from '../../testing/accounts.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { setDisplayName } from './service.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const ada = await setup.createFreelancer();
const client = await setup.createCustomer({ owner: ada });

const REASON = {
  en: 'Leave out web and email addresses, and put a space after a full stop.',
  tr: 'Web ve e-posta adreslerini çıkarın, noktadan sonra boşluk bırakın.',
};

test.each(['www.refund-250', 'Refund.WWW.now', 'pay@evil.example', 'ayse@mail.com', 'x@sub.evil.example+y'])(
  'a new username is not an address of the web or of mail: %s',
  async (username) => {
    for (const language of ['en', 'tr'] as const) {
      const speaks = { 'accept-language': language };
      const signup = { username, email: 'new-name@example.com', password: PASSWORD };
      const asGuest = await setup.createBrowser().post(`${AUTH}/auth/signup`, signup, speaks);
      expect(asGuest.statusCode).toBe(400);
      expect(asGuest.json()).toMatchObject({
        errors: [{ param: 'username', code: 'no_addresses', message: REASON[language] }],
      });
      for (const url of ['/api/users/', `/api/users/${client.id}/people/`]) {
        const asOwner = await ada.browser.post(url, { username }, speaks);
        expect(asOwner.statusCode).toBe(400);
        expect(asOwner.json()).toEqual({ username: [REASON[language]] });
      }
    }
  },
);

test.each(['bahar.cafe', 'ada@home', 'awww.nice', 'j.r.r', 'ayşe+iş@2026'])(
  'a username with dots or an at sign alone is ordinary: %s',
  async (username) => {
    expect((await ada.browser.post('/api/users/', { username })).statusCode).toBe(201);
  },
);

test.each([
  'Your refund of $250 waits: https://evil.example/x',
  'Refund: evil.com',
  'Refund at EVIL.Com/now',
  'See www.refund',
  'Write to pay@evil.zzz',
  'evil\u2060.com',
  'evil。com',
  'evil.рф',
  'evil.xn--p1ai',
  'evil.co.ck',
  'Bahar.cafe',
  'ada (evil.com.)',
  'Refund: 💩.la',
  'Refund: 👍🏽.to',
])('a new display name contains no address: %s', async (display_name) => {
  for (const language of ['en', 'tr'] as const) {
    const speaks = { 'accept-language': language };
    for (const [who, path] of [
      [ada, '/api/face/'],
      [ada, `/api/users/${client.id}/`],
      [client, `/api/users/${client.id}/`],
    ] as const) {
      const answer = await who.browser.patch(path, { display_name }, speaks);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual({ display_name: [REASON[language]] });
    }
  }
});

test.each(['=?utf-8?q?Your=20bank?=', 'Ada \u202emoc.live', 'Ada\u0085Bank', 'Ada\u2028Bank', 'Ada\nBank'])(
  'a new display name has no encoded word, direction mark or line break: %j',
  async (display_name) => {
    expect((await ada.browser.patch('/api/face/', { display_name })).statusCode).toBe(400);
  },
);

test.each([
  'J. R. R. Tolkien',
  'St. Moritz & Söhne',
  'Node.js studio',
  'v2.0',
  'Ada @ Home',
  'Why=?',
  'İş 3.5.',
])('an ordinary display name is accepted: %s', async (display_name) => {
  expect((await ada.browser.patch('/api/face/', { display_name })).statusCode).toBe(200);
});

test('an older display name stays, even when it is saved again with another field', async () => {
  await setDisplayName(setup.db, ada.id, 'acme.com');
  await setDisplayName(setup.db, client.id, 'client.com');
  const saved = await ada.browser.patch('/api/face/', { display_name: 'acme.com', greeting: 'Hello' });
  expect(saved.json<OwnFace>()).toMatchObject({ display_name: 'acme.com', greeting: 'Hello' });
  const own = await client.browser.patch(`/api/users/${client.id}/`, { display_name: 'client.com' });
  expect(own.json<User>().display_name).toBe('client.com');
  expect((await ada.browser.patch('/api/face/', { display_name: 'acme.net' })).statusCode).toBe(400);
});

test.each(['W'.repeat(150), '@'.repeat(150), '@.'.repeat(75), 'www.'.repeat(16_000), 'a.'.repeat(32_000)])(
  'the worst of names is answered as any other (%#)',
  async (name) => {
    const asName = await ada.browser.patch('/api/face/', { display_name: name });
    const asUsername = await ada.browser.post('/api/users/', { username: name });
    for (const { statusCode } of [asName, asUsername]) expect([200, 201, 400]).toContain(statusCode);
  },
);
