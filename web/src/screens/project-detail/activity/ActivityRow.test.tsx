import { screen } from '@testing-library/react';
import type { Activity } from '@vitrin/shared/contract/figures/activity.ts';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../testing/render.tsx';
import { ActivityRow } from './ActivityRow.tsx';

const DOWNLOAD: Activity = {
  kind: 'downloaded',
  username: 'Bora',
  at: '2026-01-02T10:00:00.000Z',
  version: null,
  file: { id: 6, name: 'poster.png' },
  link: null,
  fetched: { device: 'phone', files: 1, complete: 1, handed: 0, percent: 100 },
  played: null,
  brought: null,
};
const IMPORTED = { at: '2026-01-05T10:00:00.000Z', freelancer: 'ada', installation: 'old.example' };

test.each([
  ['en', 'From another installation (ada, old.example), imported', 'not attested here'],
  ['tr', 'Başka bir kurulumdan (ada, old.example)', 'burada doğrulanmadı'],
] as const)(
  'a record from another installation is marked as imported, in %s',
  async (language, from, mark) => {
    await renderScreen(<ActivityRow activity={{ ...DOWNLOAD, brought: IMPORTED }} />, { language });
    const line = await screen.findByText((text) => text.startsWith(from));
    expect(line.textContent).toContain(mark);
  },
);

test.each([
  ['en', 'Bora opened the link Film', 'Bora opened a link of version 2'],
  ['tr', 'Bora, Film bağlantısını açtı', 'Bora, 2 sürümünün bir bağlantısını açtı'],
] as const)('an opened link is named if known, in %s', async (language, named, unnamed) => {
  const version = { id: 1, version_number: '2', file_count: 1 };
  const opened: Activity = { ...DOWNLOAD, kind: 'link_opened', version, file: null, fetched: null };
  await renderScreen(<ActivityRow activity={{ ...opened, link: { id: 1, title: 'Film' } }} />, { language });
  expect(await screen.findByText(named)).toBeDefined();
  await renderScreen(<ActivityRow activity={opened} />, { language });
  expect(await screen.findByText(unnamed)).toBeDefined();
});

test('a record of this installation has no import mark', async () => {
  await renderScreen(<ActivityRow activity={DOWNLOAD} />, { language: 'en' });
  expect(await screen.findByText('Bora downloaded poster.png')).toBeDefined();
  expect(screen.queryByText(/another installation/)).toBeNull();
});

test.each([
  ['en', 'Bora asked to download poster.png; how much arrived is unknown'],
  ['tr', 'Bora, poster.png dosyasını indirmek istedi; ne kadarının ulaştığı bilinmiyor'],
] as const)('a download that the store sends is shown as handed over, in %s', async (language, words) => {
  const fetched = { device: 'phone', files: 1, complete: 0, handed: 1, percent: 0 } as const;
  await renderScreen(<ActivityRow activity={{ ...DOWNLOAD, fetched }} />, { language });
  expect(await screen.findByText(words)).toBeDefined();
});
