import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render.tsx';
import * as downloads from './start-download.ts';
import { TakeOffline } from './TakeOffline.tsx';

test('the folder is requested by the time of the click, so that an interrupted download continues with the same bytes', async () => {
  const startDownload = vi.spyOn(downloads, 'startDownload').mockImplementation(() => {});
  const requests = fakeServer({ 'HEAD /api/projects/7/offline/': { status: 200 } });
  await renderScreen(<TakeOffline projectId={7} />);
  const link = screen.getByRole('link', { name: 'Download the whole project' });
  // Without scripts the server sets the time.
  expect(link.getAttribute('href')).toBe('/api/projects/7/offline/?download=1');
  await act(async () => link.click());
  const [asked] = requests.map(({ path }) => path);
  expect(asked).toMatch(/^\/api\/projects\/7\/offline\/\?download=1&taken=\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(startDownload).toHaveBeenCalledExactlyOnceWith(asked);
});
