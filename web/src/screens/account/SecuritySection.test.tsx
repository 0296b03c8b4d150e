import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SecurityEventKind } from '@vitrin/shared/contract/account/security.ts';
import { expect, test } from 'vitest';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render.tsx';
import { SecuritySection } from './SecuritySection.tsx';

const EVENTS = 'GET /api/security_events/';
const EVENT = {
  id: 1,
  kind: 'address_added',
  detail: 'new@example.com',
  ip: '192.0.2.1',
  device: 'Firefox, Windows',
  created_at: '2026-11-02T09:30:00.000Z',
};
const pageOf = (results: object[], next: string | null = null): FakeAnswer => ({
  body: { count: results.length, next, previous: null, results },
});

test('an event shows its kind, subject, device, place and time', async () => {
  fakeServer({ [EVENTS]: pageOf([EVENT]) });
  await renderScreen(<SecuritySection />);
  const row = await screen.findByRole('listitem');
  for (const text of [
    'An email address was added',
    'new@example.com',
    'Firefox, Windows',
    '192.0.2.1',
    '2026',
  ])
    expect(row.textContent).toContain(text);
});

test.each<Language>(['en', 'tr'])('each kind of event has a text (%s)', async (language) => {
  const all = SecurityEventKind.options.map((kind, id) => ({
    ...EVENT,
    id,
    kind,
    device: null,
    detail: null,
  }));
  fakeServer({ [EVENTS]: pageOf(all) });
  await renderScreen(<SecuritySection />, { language });
  const rows = await screen.findAllByRole('listitem');
  const texts = rows.map((row) => row.textContent ?? '');
  expect(new Set(texts).size).toBe(SecurityEventKind.options.length);
  expect(texts.join()).not.toContain('account.event');
});

test('older events are loaded a page at a time, each once', async () => {
  const requests = fakeServer({
    [EVENTS]: ({ path }) =>
      path.includes('page=2')
        ? pageOf([EVENT, { ...EVENT, id: 2, kind: 'login_refused' }])
        : pageOf([EVENT], '/api/security_events/?page=2'),
  });
  await renderScreen(<SecuritySection />);
  await userEvent.click(await screen.findByRole('button', { name: 'Show older' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  expect(requests).toHaveLength(2);
});

test('an account without events shows a note', async () => {
  fakeServer({ [EVENTS]: pageOf([]) });
  await renderScreen(<SecuritySection />);
  expect(await screen.findByText('No activity in the last 90 days.')).toBeTruthy();
});

test('events that failed to load can be loaded again', async () => {
  let tries = 0;
  fakeServer({ [EVENTS]: () => (++tries === 1 ? { status: 400, body: {} } : pageOf([EVENT])) });
  await renderScreen(<SecuritySection />);
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('listitem')).toBeTruthy();
});
