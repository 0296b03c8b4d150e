import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../testing/fake-server.ts';
import { PICTURE } from '../../../testing/projects.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { VideoView } from './VideoView.tsx';

const FILM = { ...PICTURE, name: 'film.mp4', kind: 'video', is_image: false, is_video: true } as const;

/** A film of 90 seconds after its head has been read. */
async function open(at: string, before = 0): Promise<HTMLVideoElement> {
  fakeServer({});
  const view = {
    file: FILM,
    files: [FILM],
    isOpen: true,
    onPrevious: undefined,
    onNext: undefined,
    onClose: () => {},
    onFailure: () => {},
  };
  await renderScreen(<VideoView {...view} />, { at });
  const film = screen.getByLabelText<HTMLVideoElement>(/film\.mp4/);
  Object.defineProperty(film, 'duration', { configurable: true, value: 90 });
  film.currentTime = before;
  fireEvent.loadedMetadata(film);
  return film;
}

test.each([
  ['/projects/1?file=5&t=72000', 72],
  ['/projects/1?file=5', 0],
  ['/projects/1?file=5&t=90001', 0],
  ['/projects/1?file=5&t=javascript:alert(1)', 0],
])('%s shows the film at second %d, and does not play it', async (at, second) => {
  const film = await open(at);
  await waitFor(() => expect([film.currentTime, film.paused, film.autoplay]).toEqual([second, true, false]));
});

test('a film that is playing stays where it is', async () => {
  expect((await open('/projects/1?file=5&t=72000', 12)).currentTime).toBe(12);
});

test('the link of a moment is copied', async () => {
  const user = userEvent.setup();
  const film = await open('/projects/1?file=5');
  film.currentTime = 12.0416;
  await user.click(screen.getByRole('button', { name: 'Copy link to this moment' }));
  expect(await screen.findByText('Link copied')).toBeDefined();
  expect(await navigator.clipboard.readText()).toMatch(/[?&]t=12042$/);
});
