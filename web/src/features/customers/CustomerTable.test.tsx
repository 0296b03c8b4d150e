import { act, fireEvent, screen } from '@testing-library/react';
import type { Customer } from '@vitrin/shared/contract/customers.ts';
import { expect, test, vi } from 'vitest';
import { writeCachedUser } from '../auth/sessions/cached-user.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render.tsx';
import { FREELANCER } from '../../testing/users.ts';
import { CustomerTable } from './CustomerTable.tsx';

const customerOf = (id: number, username: string): Customer => ({
  id,
  username,
  display_name: null,
  reset_token: 'old',
  registered: false,
  last_seen: null,
  people: [],
  project_count: 0,
  refused: null,
  invitation: null,
  created_at: '2026-01-02T10:00:00.000Z',
});

async function show(...customers: Customer[]) {
  writeCachedUser(FREELANCER);
  const results = customers.map((customer) => ({ ...customer, reset_token: `new/${customer.id}` }));
  const requests = fakeServer({
    'GET /api/users/': { body: { count: results.length, next: null, previous: null, results } },
  });
  const view = await renderScreen(<CustomerTable customers={customers} renderMenu={() => null} />);
  return { ...view, requests };
}

test('the link is fetched again and holds the token; "copied" shows for half a second', async () => {
  const copied: string[] = [];
  const clipboard = { writeText: async (text: string) => void copied.push(text) };
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: clipboard } }));
  const { requests } = await show(customerOf(4, 'bora'));
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole('button', { name: 'Copy link of bora' }));
  await act(() => vi.advanceTimersByTimeAsync(0));
  const asked = requests.map(({ path }) => path).filter((path) => path.startsWith('/api/users/?'));
  expect(asked).toEqual(['/api/users/?search=bora']);
  expect(copied).toEqual([`${location.origin}/customer-register?token=new%2F4`]);
  expect(screen.getByRole('tooltip').textContent).toBe('Copied');
  const isClosing = () => screen.queryByRole('tooltip') === null;
  await act(() => vi.advanceTimersByTimeAsync(499));
  expect(isClosing()).toBe(false);
  await act(() => vi.advanceTimersByTimeAsync(1));
  // Waits for the animation that removes the row, which takes no time here.
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(isClosing()).toBe(true);
});

test('avatars show the first letter in upper case, on a colour that follows from the username', async () => {
  const { container } = await show(customerOf(4, 'bora'), customerOf(5, 'işık'), customerOf(6, 'şule'));
  const avatars = [...container.querySelectorAll('.mantine-Avatar-root')];
  expect(avatars.map(({ textContent }) => textContent)).toEqual(['B', 'I', 'Ş']);
  const colors = () =>
    [...container.querySelectorAll('.mantine-Avatar-root')].map((avatar) => avatar.getAttribute('style'));
  expect(new Set(colors()).size).toBeGreaterThan(1);
  const again = await show(customerOf(9, 'bora'));
  expect(again.container.querySelector('.mantine-Avatar-root')?.getAttribute('style')).toBe(colors()[0]);
});
