import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { AddToBoard } from './AddToBoard.tsx';

const BOARD = {
  id: 3,
  name: 'Every Monday',
  order: 1,
  card_count: 0,
  mail: null,
  next_mail_at: null,
  acts: true,
};

test('a question is added as it was last chosen, even before the screen shows it', async () => {
  const requests = fakeServer({
    'GET /api/analytics/boards/': { body: { count: 1, next: null, previous: null, results: [BOARD] } },
    'POST /api/analytics/boards/3/cards/': { status: 201, body: { ...BOARD, cards: [], mail_stopped: null } },
  });
  const at = '/analytics?measure=looks&by=';
  const { router } = await renderScreen(<AddToBoard wanted={undefined} />, { at, open: at });
  const open = screen.getByRole('button');
  await userEvent.click(open);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await act(async () => {
    void router.navigate('/analytics?measure=downloads&by=&project=7&version=9', { replace: true });
    open.click();
  });
  expect(await screen.findByDisplayValue('Downloads')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
      query: { measure: 'downloads', project: 7, version: 9 },
    }),
  );
});
