import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer } from '../../../testing/fake-server.ts';
import { PICTURE } from '../../../testing/projects.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { PickButton } from './PickButton.tsx';
import { PickMark } from './PickMark.tsx';

// As after a reload.
beforeEach(() => void dispatchEvent(new StorageEvent('storage', { key: null })));

test('a file is picked by its button and by P, has a mark, and the server is not informed', async () => {
  const requests = fakeServer({});
  await renderScreen(
    <>
      <PickButton file={PICTURE} isOpen />
      <PickMark file={PICTURE} />
      <PickMark file={{ ...PICTURE, id: PICTURE.id + 1 }} />
    </>,
  );
  const button = screen.getByRole('button', { name: 'My selection' });
  const state = () => [button.getAttribute('aria-pressed'), screen.queryAllByTitle('In my selection').length];
  expect(state()).toEqual(['false', 0]);
  await userEvent.click(button);
  expect(state()).toEqual(['true', 1]);
  await userEvent.keyboard('p');
  expect(state()).toEqual(['false', 0]);
  await userEvent.keyboard('P');
  expect(state()).toEqual(['true', 1]);
  expect(requests).toEqual([]);
});

test('P picks nothing while the viewer is closed', async () => {
  await renderScreen(<PickButton file={PICTURE} isOpen={false} />);
  await userEvent.keyboard('p');
  expect(screen.getByRole('button').getAttribute('aria-pressed')).toBe('false');
});
