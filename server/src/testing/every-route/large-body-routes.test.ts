import { expect, test } from 'vitest';
import { BODY_LIMIT } from '../../http/guards/limits.ts';
import { createSlots } from '@vitrin/engine/slots/fair-slots.ts';
import { formBody } from '../forms.ts';
import { sharedTestApp } from '../shared-test-app.ts';

const slots = createSlots({ count: 1, each: 1 });
const guestSlots = createSlots({ count: 1, each: 1 });
const withDescription = new Set<string>();
const setup = await sharedTestApp(
  {},
  {
    largeBodies: { slots, guestSlots, waitMilliseconds: 1 },
    onRoute: ({ method, url, bodyLimit = 0 }) => {
      if (bodyLimit > BODY_LIMIT) for (const one of [method].flat()) withDescription.add(`${one} ${url}`);
    },
  },
);
const ada = await setup.createFreelancer();
slots.tryAcquire('somebody else');
guestSlots.tryAcquire('somebody else');

const LONG = 'x'.repeat(BODY_LIMIT);

test('a body with a description waits for a place on every route that accepts one', async () => {
  expect(withDescription.size).toBeGreaterThanOrEqual(9);
  for (const route of withDescription) {
    const [method = '', url = ''] = route.split(' ');
    const request = { method, url: url.replace(':id', '1'), payload: { description: LONG } };
    const { statusCode } = await ada.browser.request(request);
    expect(statusCode, route).toBe(429);
  }
  expect((await ada.browser.patch('/api/projects/1/', { description: 'short' })).statusCode).toBe(404);
});

test('so do forms, pictures and the webhooks of guests, which are held in memory too', async () => {
  const form = (url: string, name: string) =>
    ada.browser.request({ method: 'POST', url, ...formBody([name, Buffer.from(LONG), 'a.png']) });
  expect((await form('/api/versions/', 'description')).statusCode).toBe(429);
  expect((await form('/api/pictures/', 'picture')).statusCode).toBe(429);
  const webhook = (payload: object) =>
    setup.app.inject({
      method: 'POST',
      url: '/api/webhooks/stripe/',
      headers: { host: 'localhost:3000' },
      payload,
    });
  expect((await webhook({ text: LONG })).statusCode).toBe(429);
  expect((await webhook({ text: 'short' })).statusCode).not.toBe(429);
});
