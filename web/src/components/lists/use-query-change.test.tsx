import { act, render } from '@testing-library/react';
import { useEffect } from 'react';
import { RouterProvider, createMemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { useQueryChange } from './use-query-change.ts';

type Change = ReturnType<typeof useQueryChange>;

/** A screen, and another one with code that never loads. */
function show(at: string) {
  let drawn: Change = () => {};
  function Screen() {
    const change = useQueryChange();
    useEffect(() => void (drawn = change), [change]);
    return null;
  }
  const router = createMemoryRouter(
    [
      { path: '/projects', Component: Screen },
      { path: '/customers', lazy: () => new Promise<never>(() => {}) },
    ],
    { initialEntries: [at] },
  );
  render(<RouterProvider router={router} />);
  return { router, change: drawn };
}

test('a change keeps the one before it, which is not rendered yet', async () => {
  const { router, change } = show('/projects?search=abc&page=2');
  await act(async () => {
    change((query) => query.delete('search'));
    change((query) => query.set('status', 'on-hold'));
  });
  expect(router.state.location.search).toBe('?page=2&status=on-hold');
});

test('a late change does not stop the navigation to another screen', async () => {
  const { router, change } = show('/projects');
  await act(async () => {
    void router.navigate('/customers');
    change((query) => query.set('search', 'abc'));
  });
  expect(router.state.navigation.location?.pathname).toBe('/customers');
});
