import { screen, waitFor } from '@testing-library/react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { expect, test, vi } from 'vitest';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { MILESTONE, PICTURE, PROJECT, VERSION } from '../../../testing/projects.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { ProjectPage } from './ProjectPage.tsx';

const BEFORE = '2025-12-30T10:00:00.000Z';

const pictures = (count: number): ProjectFile[] =>
  Array.from({ length: count }, (_, at) => ({
    ...PICTURE,
    id: at + 1,
    name: `${at + 1}.png`,
    file: `/api/files/${at + 1}/content/`,
    thumbnail: `/api/files/${at + 1}/thumbnail/`,
  }));

type Shown = { project?: Partial<Project>; files?: ProjectFile[]; language?: Language };

async function show({ project = {}, files = [], language = 'en' }: Shown) {
  fakeServer({
    'GET /api/files/': { body: { count: files.length, next: null, previous: null, results: files } },
  });
  vi.setSystemTime('2026-01-02T12:00:00.000Z');
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const version = { ...VERSION, file_count: files.length, size };
  const shown = { ...PROJECT, versions: [version], ...project };
  return renderScreen(<ProjectPage project={shown} />, { language });
}

test.each([
  ['en', 'New since Tuesday: version 1.0, 4 files'],
  ['tr', 'Salı gününden beri yeni: sürüm 1.0, 4 dosya'],
] as const)(
  'says in %s what is new since the previous visit, and marks the version',
  async (language, line) => {
    const project = { previous_visit: BEFORE, news: { versions: 1, files: 4 } };
    await show({ project, language });
    expect(screen.getByText(line)).toBeDefined();
    expect(screen.getByText(language === 'en' ? 'New' : 'Yeni')).toBeDefined();
    expect(screen.queryByText(language === 'en' ? 'Current' : 'Güncel')).toBeNull();
  },
);

test('a first visit marks nothing', async () => {
  await show({ files: pictures(2) });
  await screen.findByRole('link', { name: 'Open 2.png' });
  expect(screen.queryByText(/^New/)).toBeNull();
  expect(screen.getByText('Current')).toBeDefined();
});

test('in a version that existed at the last visit, only later files are marked', async () => {
  const [first, second] = pictures(2) as [ProjectFile, ProjectFile];
  const later = { ...second, created_at: '2026-01-02T11:00:00.000Z' };
  const project = { previous_visit: '2026-01-02T10:30:00.000Z', news: { versions: 0, files: 1 } };
  await show({ project, files: [first, later] });
  const marks = await screen.findAllByText('New');
  expect(marks.map((mark) => mark.closest('li')?.textContent)).toEqual([expect.stringContaining('2.png')]);
  expect(screen.getByText(/^New since .*: 1 file$/)).toBeDefined();
});

test('many files wait behind a button, and each is named with its download', async () => {
  const { container } = await show({ files: pictures(300) });
  const all = await screen.findByRole('button', { name: 'Show all 300 files' });
  expect(container.querySelectorAll('ul[aria-label=Files] > li')).toHaveLength(24);
  all.click();
  const counts = new Set<number>();
  await waitFor(() => {
    counts.add(container.querySelectorAll('ul[aria-label=Files] > li').length);
    expect(counts).toContain(300);
  });
  expect(screen.getByRole('link', { name: 'Download 300.png' })).toBeDefined();
});

test('a single file is downloaded itself, several as one archive, by real links', async () => {
  const one = await show({ files: pictures(1) });
  const [link] = await screen.findAllByRole('link', { name: 'Download' });
  expect(link?.getAttribute('href')).toBe('/api/files/1/content/?download=1');
  await screen.findByRole('link', { name: 'Open 1.png' });
  // Its size is shown once, beside its name.
  expect(document.body.textContent.match(/2.KB/g)).toHaveLength(1);
  one.unmount();
  await show({ files: pictures(2) });
  const [all] = await screen.findAllByRole('link', { name: 'Download all, 4 KB' });
  expect(all?.getAttribute('href')).toBe('/api/versions/3/zip/?download=1');
});

test('a version without files names the freelancer who prepares it', async () => {
  await show({});
  expect(await screen.findByText('ada is preparing version 1.0. You will see it here.')).toBeDefined();
});

test('when every milestone is completed, the page says that everything is delivered', async () => {
  await show({ project: { milestones: [{ ...MILESTONE, completed: true }], progress: 100 } });
  expect(screen.getByText('Everything is delivered')).toBeDefined();
  expect(screen.getByRole('link', { name: '1 of 1 milestone completed' }).getAttribute('href')).toBe(
    '#milestones',
  );
});

test('past days are plain dates for a client, neither counted nor coloured', async () => {
  const milestones = [{ ...MILESTONE, due_on: '2025-12-31' }];
  const { container } = await show({ project: { expected_on: '2025-12-30', milestones } });
  const days = [
    ...container.querySelectorAll<HTMLTimeElement>(
      'time[datetime="2025-12-31"], time[datetime="2025-12-30"]',
    ),
  ];
  expect(days.map(({ textContent, dataset }) => [textContent, dataset['late']])).toEqual([
    ['Dec 31, 2025Wednesday, December 31, 2025', undefined],
    ['Dec 30, 2025Tuesday, December 30, 2025', undefined],
    ['Dec 31, 2025Wednesday, December 31, 2025', undefined],
  ]);
});
