import { screen, waitFor } from '@testing-library/react';
import { useQuery } from '@tanstack/react-query';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { expect, test, vi } from 'vitest';
import { projectQuery } from '../../../features/projects/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { PROJECT, PICTURE, VERSION } from '../../../testing/projects.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { ProjectPage } from './ProjectPage.tsx';

const versionOf = (id: number) => ({ ...VERSION, id, version_number: `${id}.0` });

const projectWith = (...versions: number[]): Project => ({ ...PROJECT, versions: versions.map(versionOf) });

function Shown() {
  const { data } = useQuery(projectQuery(1));
  return data ? <ProjectPage project={data} /> : null;
}

const panel = (number: string) => screen.findByRole('button', { name: new RegExp(`^Version ${number}`) });
const isOpen = async (number: string) => (await panel(number)).getAttribute('aria-expanded') === 'true';

test('a version that arrives while the page is open is on top, current and open', async () => {
  let project = projectWith();
  fakeServer({
    'GET /api/projects/1/': () => ({ body: project }),
    'GET /api/files/': { body: { count: 0, next: null, previous: null, results: [] } },
  });
  await renderScreen(<Shown />);
  expect(await screen.findByRole('heading', { name: 'No versions yet' })).toBeDefined();

  for (const versions of [[1], [1, 2]]) {
    project = projectWith(...versions);
    await queryClient.invalidateQueries({ queryKey: ['projects'] });
    await waitFor(async () => expect(await isOpen(`${versions.length}.0`)).toBe(true));
    expect((await panel(`${versions.length}.0`)).textContent).toContain('Current');
  }
  // Panels that the reader has opened stay open.
  expect(await isOpen('1.0')).toBe(true);

  // When the newest version is deleted, the previous one becomes the newest again.
  project = projectWith(1);
  await queryClient.invalidateQueries({ queryKey: ['projects'] });
  await waitFor(async () => expect((await panel('1.0')).textContent).toContain('Current'));
  expect(await isOpen('1.0')).toBe(true);
});

test('the address of a file in an old version opens that version, and the file', async () => {
  const file = {
    ...PICTURE,
    id: 7,
    file: '/api/files/7/content/',
    version: 1,
  };
  fakeServer({
    'GET /api/projects/1/': { body: projectWith(1, 2, 3, 4, 5, 6, 7, 8, 9) },
    'GET /api/files/': ({ path }) => {
      const results = path.endsWith('version=1') ? [file] : [];
      return { body: { count: results.length, next: null, previous: null, results } };
    },
  });
  await renderScreen(<Shown />, { at: '/?version=1&file=7' });
  expect(await screen.findByRole('dialog', { name: 'poster.png' })).toBeDefined();
});

test('the exact date of a version is readable without hovering', async () => {
  fakeServer({ 'GET /api/files/': { body: { count: 0, next: null, previous: null, results: [] } } });
  await renderScreen(<ProjectPage project={projectWith(1)} />);
  await panel('1.0');
  expect(await screen.findByText(/^January 2, 2026/)).toBeDefined();
});

test('a failure to load a list of files is also logged to the console', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  fakeServer({ 'GET /api/files/': { status: 403, body: { detail: 'Not yours.' } } });
  await renderScreen(<ProjectPage project={projectWith(1)} />);
  await screen.findByText('Not yours.');
  expect(said).toHaveBeenCalledWith(expect.objectContaining({ status: 403 }));
});

test('the lead picture stays when a picture drawn later becomes the cover of the version', async () => {
  const fileOf = (id: number, thumbnail: string | null) => ({
    ...PICTURE,
    id,
    name: `${id}.png`,
    file: `/api/files/${id}/content/`,
    thumbnail,
    version: 1,
  });
  let drawn = false;
  fakeServer({
    'GET /api/projects/1/': () => ({
      body: {
        ...PROJECT,
        versions: [{ ...versionOf(1), covers: drawn ? [fileOf(1, '/1')] : [] }],
      },
    }),
    'GET /api/files/': () => {
      const results = [fileOf(1, drawn ? '/1' : null), fileOf(2, '/2')];
      return { body: { count: 2, next: null, previous: null, results } };
    },
  });
  await renderScreen(<Shown />);
  const lead = await screen.findByRole('link', { name: 'Download 2.png' });
  drawn = true;
  await queryClient.invalidateQueries();
  const [first] = await screen.findAllByRole('link', { name: /^Download \d\.png/ });
  expect(await screen.findByRole('link', { name: 'Download 1.png' })).toBeDefined();
  expect(first?.getAttribute('href')).toBe('/api/files/2/content/?download=1');
  expect(lead.getAttribute('href')).toBe('/api/files/2/content/?download=1');
  expect(lead.isConnected).toBe(true);
});
