import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { VERSION } from '../../../testing/projects.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { VersionGallery } from './VersionGallery.tsx';

const LINK: Version['links'][number] = {
  id: 1,
  title: 'Film',
  address: 'https://vimeo.com/1',
  host: 'vimeo.com',
  kind: 'vimeo',
  embed: null,
  section: 7,
  created_at: '2026-11-20T10:00:00.000Z',
};

test('links of a version without files are shown in their sections', async () => {
  fakeServer({ 'GET /api/files/': { body: { count: 0, next: null, previous: null, results: [] } } });
  const version = {
    ...VERSION,
    sections: [
      { id: 7, name: 'Films' },
      { id: 8, name: 'Later' },
    ],
    links: [LINK, { ...LINK, id: 2, title: 'Board', section: null }],
  };
  await renderScreen(
    <VersionGallery version={version} isNewest newSince={null} note={null} empty={<p>Nothing yet</p>} />,
  );
  expect(await screen.findByRole('region', { name: 'Films' })).toBeDefined();
  const films = within(screen.getByRole('region', { name: 'Films' }));
  expect(films.getAllByRole('link').map((link) => link.id)).toEqual(['link-1']);
  expect(screen.getAllByRole('link')).toHaveLength(2);
  expect(screen.queryByRole('region', { name: 'Later' })).toBeNull();
  expect(screen.queryByText('Nothing yet')).toBeNull();
});
