import { screen, within } from '@testing-library/react';
import type { Look } from '@vitrin/shared/contract/figures/looks.ts';
import { expect, test } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render.tsx';
import { Lately } from './Lately.tsx';

const LOOK: Look = {
  id: 1,
  kind: 'project_opened',
  username: 'deniz.otel',
  at: '2026-01-02T10:00:00.000Z',
  project: { id: 4, name: 'Summer campaign' },
  version: null,
  file: null,
  link: null,
  files: 0,
  brought: null,
};
const LOOKS: Look[] = [
  LOOK,
  { ...LOOK, id: 2, kind: 'version_opened', version: { id: 5, version_number: '3.0' } },
  {
    ...LOOK,
    id: 3,
    kind: 'file_previewed',
    version: { id: 5, version_number: '3.0' },
    file: { id: 6, name: 'poster.png' },
    files: 1,
  },
  {
    ...LOOK,
    id: 4,
    kind: 'file_downloaded',
    version: { id: 5, version_number: '3.0' },
    file: { id: 6, name: 'poster.png' },
    files: 1,
  },
  { ...LOOK, id: 5, kind: 'zip_downloaded', version: { id: 5, version_number: '3.0' } },
  {
    ...LOOK,
    id: 6,
    kind: 'file_downloaded',
    version: { id: 5, version_number: '3.0' },
    file: { id: 6, name: 'poster.png' },
    files: 16,
  },
  {
    ...LOOK,
    id: 7,
    kind: 'file_previewed',
    version: { id: 5, version_number: '3.0' },
    file: { id: 6, name: 'poster.png' },
    files: 2,
  },
];

test.each([
  [
    'en',
    [
      'opened the project',
      'opened version 3.0',
      'looked at poster.png',
      'downloaded poster.png',
      'downloaded all files of version 3.0',
      'downloaded 16 files of version 3.0',
      'looked at 2 files of version 3.0',
    ],
  ],
  [
    'tr',
    [
      'projeyi açtı',
      '3.0 sürümünü açtı',
      'poster.png dosyasına baktı',
      'poster.png dosyasını indirdi',
      '3.0 sürümünün bütün dosyalarını indirdi',
      '3.0 sürümünden 16 dosya indirdi',
      '3.0 sürümünün 2 dosyasına baktı',
    ],
  ],
] as const)('it says in %s who did what, and leads there', async (language, texts) => {
  fakeServer({ 'GET /api/analytics/lately/': { body: LOOKS } });
  await renderScreen(<Lately isNew={false} />, { language });
  const rows = within(await screen.findByRole('list')).getAllByRole('listitem');
  expect(rows).toHaveLength(texts.length);
  for (const [index, text] of texts.entries())
    expect(rows[index]?.textContent).toContain(`deniz.otel ${text}`);
  const links = within(screen.getByRole('list')).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/projects/4',
    '/projects/4',
    '/projects/4?version=5&file=6',
    '/projects/4',
    '/projects/4',
    '/projects/4',
    '/projects/4',
  ]);
});

test('an empty list explains itself before the first look, but not to a new freelancer', async () => {
  fakeServer({ 'GET /api/analytics/lately/': { body: [] } });
  const { unmount } = await renderScreen(<Lately isNew={false} />);
  expect(await screen.findByText('Nobody has looked yet')).toBeDefined();
  unmount();
  const { container } = await renderScreen(<Lately isNew />);
  expect(container.querySelector('section')).toBeNull();
});

test('a failure shows an error, with a button to try again', async () => {
  fakeServer({ 'GET /api/analytics/lately/': { status: 400, body: { detail: 'Broken.' } } });
  await renderScreen(<Lately isNew={false} />);
  expect(await screen.findByRole('button', { name: /try again/i })).toBeDefined();
});

test.each([
  ['en', 'opened the project (from another installation, not attested here)'],
  ['tr', '(başka bir kurulumdan, burada doğrulanmadı)'],
] as const)('an imported look is marked, in %s', async (language, words) => {
  const brought = { at: '2026-01-05T10:00:00.000Z', freelancer: 'ada', installation: null };
  fakeServer({ 'GET /api/analytics/lately/': { body: [{ ...LOOK, brought }] } });
  await renderScreen(<Lately isNew={false} />, { language });
  expect(
    await screen.findByText(
      (_, element) =>
        element?.tagName === 'SPAN' &&
        element.textContent.includes(words) &&
        element.querySelector('span') !== null &&
        element.textContent.startsWith('deniz'),
    ),
  ).toBeDefined();
});
