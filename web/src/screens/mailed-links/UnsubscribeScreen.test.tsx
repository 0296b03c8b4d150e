import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render.tsx';
import { UnsubscribeScreen } from './UnsubscribeScreen.tsx';

const PATH = '/api/notices/unsubscribe/';
const WANTED = { notice: 'version_ready', wanted: true };

test('nothing is switched off before the button is pressed, and it can be undone', async () => {
  const requests = fakeServer({
    [`GET ${PATH}`]: { body: WANTED },
    [`POST ${PATH}`]: ({ body }) => ({ body: { ...WANTED, ...(body as object) } }),
  });
  await renderScreen(<UnsubscribeScreen />, { at: '/unsubscribe?key=1.0.abc' });
  expect(await screen.findByText('A new version is ready')).toBeTruthy();
  expect(requests.map(({ method }) => method)).toEqual(['GET']);
  await userEvent.click(screen.getByRole('button', { name: 'Unsubscribe' }));
  expect(await screen.findByRole('heading', { name: 'You are unsubscribed' })).toBeTruthy();
  expect(requests.at(-1)?.body).toEqual({ key: '1.0.abc', wanted: false });
  await userEvent.click(screen.getByRole('button', { name: 'Subscribe again' }));
  expect(await screen.findByRole('heading', { name: 'You will get these emails again' })).toBeTruthy();
  expect(requests.at(-1)?.body).toEqual({ key: '1.0.abc', wanted: true });
});

test('a truncated link shows an error', async () => {
  fakeServer({ [`GET ${PATH}`]: { status: 404, body: { detail: 'Not found.' } } });
  await renderScreen(<UnsubscribeScreen />, { at: '/unsubscribe?key=1.0' });
  expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeTruthy();
});
