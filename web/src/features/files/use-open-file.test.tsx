import { act, renderHook } from '@testing-library/react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { type ReactNode, use } from 'react';
import { RouterProvider, createMemoryRouter, useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { PICTURE } from '../../testing/projects.ts';
import { useOpenFile } from './use-open-file.ts';

const poster: ProjectFile = { ...PICTURE, id: 1, file: '/api/files/1/content/', version: 5 };

/** Renders a project's screen, reached from the list; an address with a file waits for `arrival`. */
function show(arrival?: Promise<void>) {
  const Waiting = () => {
    if (useLocation().search !== '' && arrival) use(arrival);
    return null;
  };
  const routerOf = (children: ReactNode) =>
    createMemoryRouter(
      [
        { path: '/projects', element: null },
        {
          path: '/projects/1',
          element: (
            <>
              <Waiting />
              {children}
            </>
          ),
        },
      ],
      { initialEntries: ['/projects', '/projects/1'] },
    );
  let router: ReturnType<typeof routerOf> | undefined;
  const { result } = renderHook(() => useOpenFile([poster]), {
    wrapper: ({ children }) => <RouterProvider router={(router ??= routerOf(children))} />,
  });
  const address = () => {
    const { pathname = '', search = '' } = router?.state.location ?? {};
    return pathname + search;
  };
  return { result, address, back: async () => router?.navigate(-1) };
}

test('a double click opens once, so that one step back closes', async () => {
  const { result, address } = show();
  const { open } = result.current;
  await act(async () => {
    open(poster);
    await Promise.resolve();
    open(poster);
  });
  expect(address()).toBe('/projects/1?version=5&file=1');
  await act(async () => result.current.close());
  expect(address()).toBe('/projects/1');
});

test('a double click that closes stays on the screen', async () => {
  const { result, address } = show();
  await act(async () => result.current.open(poster));
  const { close } = result.current;
  await act(async () => {
    close();
    close();
  });
  expect(address()).toBe('/projects/1');
  await act(async () => result.current.open(poster));
  expect(address()).toBe('/projects/1?version=5&file=1');
});

test('a file that was closed before it was rendered can be opened', async () => {
  const { result, address, back } = show();
  await act(async () => {
    result.current.open(poster);
    await Promise.resolve();
    await back();
  });
  expect(address()).toBe('/projects/1');
  await act(async () => result.current.open(poster));
  expect(address()).toBe('/projects/1?version=5&file=1');
});

test('a click shows the file, and another closes it, while the page waits to render its address', async () => {
  const arrival = Promise.withResolvers<void>();
  const { result, address } = show(arrival.promise);
  await act(async () => result.current.open(poster));
  expect(result.current.file).toBe(poster);
  expect(address()).toBe('/projects/1?version=5&file=1');
  await act(async () => result.current.close());
  expect(result.current.file).toBeNull();
  expect(address()).toBe('/projects/1');
  await act(async () => result.current.open(poster));
  expect(result.current.file).toBe(poster);
  await act(async () => arrival.resolve());
  expect(result.current.file).toBe(poster);
  expect(address()).toBe('/projects/1?version=5&file=1');
});

test('a step to another file while "back" closes this one opens nothing', async () => {
  const { result, address, back } = show();
  await act(async () => result.current.open(poster));
  const { show: showFile } = result.current;
  await act(async () => {
    await back();
    showFile(poster);
  });
  expect(address()).toBe('/projects/1');
  expect(result.current.file).toBeNull();
});
