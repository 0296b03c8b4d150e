import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { VersionNotices } from '@vitrin/shared/contract/notices.ts';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { ClientNotices } from './ClientNotices.tsx';

const VERSION = { id: 7, version_number: '2.0', file_count: 3 };
const NOTICES: VersionNotices = {
  client: 'Bora',
  reached: true,
  opened: false,
  ready: { state: 'waiting', at: '2026-11-20T10:05:00.000Z', refusal: null },
  reminder: null,
  can_tell: true,
  can_remind: true,
};
const SENT = { state: 'sent', at: '2026-11-20T10:00:00.000Z', refusal: null } as const;
const MAIL = { subject: 'Waiting for you', text: 'Hello Bora' };

async function show(first: Partial<VersionNotices>, open = '/') {
  let notices = { ...NOTICES, ...first };
  const requests = fakeServer({
    'GET /api/versions/7/notices/': () => ({ body: notices }),
    'GET /api/versions/7/reminder/': { body: MAIL },
    'GET /api/versions/7/message/': { body: { text: 'Hello Bora: https://x.example/projects/1' } },
    'POST /api/versions/7/tell/': () => {
      notices = { ...notices, ready: SENT, can_tell: false };
      return { body: notices };
    },
    'POST /api/versions/7/reminder/': () => {
      notices = { ...notices, reminder: SENT, can_remind: false };
      return { body: notices };
    },
  });
  await renderScreen(<ClientNotices version={VERSION} />, { open });
  return requests;
}

const button = (name: string) => screen.findByRole('button', { name });

test('it repeats no action of Share, and offers no reminder while the first mail waits', async () => {
  await show({});
  expect(await screen.findByText(/version 2\.0/)).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test.each([
  ['nobody gets is not mentioned', { reached: false, ready: null }, false],
  ['that no longer reaches anybody is not promised', { reached: false }, false],
  ['was sent before is still reported', { reached: false, ready: SENT }, true],
] as const)('a mail %s', async (_which, notices, isMentioned) => {
  await show({ ...notices, can_tell: false }, '/?remind=7');
  await screen.findByText(MAIL.subject);
  expect(screen.queryByText(/version 2\.0/) !== null).toBe(isMentioned);
});

test('a reminder is previewed before it is sent', async () => {
  const requests = await show({ ready: SENT, can_tell: false });
  await userEvent.click(await button('Send a reminder'));
  expect(await screen.findByText(MAIL.subject)).toBeTruthy();
  expect(await screen.findByText(MAIL.text)).toBeTruthy();
  expect(requests.some(({ method }) => method === 'POST')).toBe(false);
  await userEvent.click(await button('Send the reminder'));
  expect(await screen.findByText(/^Reminded/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the reminder link of a mail opens the reminder, and a client without mails gets a message instead', async () => {
  await show({ reached: false, ready: null, can_tell: false, can_remind: false }, '/?remind=7');
  expect(await screen.findByText(/^This email cannot be sent/)).toBeTruthy();
  await userEvent.click(await button('Write a message'));
  expect(await screen.findByDisplayValue(/projects\/1/)).toBeTruthy();
});

test('a refusal is shown in the words of the mail server', async () => {
  const refusal = '550 no such user';
  await show({ ready: { state: 'refused', at: SENT.at, refusal } });
  expect(await screen.findByText(/550 no such user/)).toBeTruthy();
});
