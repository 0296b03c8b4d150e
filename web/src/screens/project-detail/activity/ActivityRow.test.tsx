import { screen } from '@testing-library/react';
import type { Activity } from '@vitrin/shared/contract/activity.ts';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../testing/render.tsx';
import { ActivityRow } from './ActivityRow.tsx';

const DOWNLOAD: Activity = {
  kind: 'downloaded',
  username: 'Bora',
  at: '2026-01-02T10:00:00.000Z',
  version: null,
  file: { id: 6, name: 'poster.png' },
  fetched: { device: 'phone', files: 1, complete: 1, handed: 0, percent: 100 },
  played: null,
  brought: null,
};
const BROUGHT = { at: '2026-01-05T10:00:00.000Z', freelancer: 'ada', installation: 'old.example' };

test.each([
  ['en', 'From another installation (ada, old.example), imported', 'not attested here'],
  ['tr', 'Başka bir kurulumdan (ada, old.example)', 'burada doğrulanmadı'],
] as const)(
  'what another installation wrote down is shown as brought, in %s',
  async (language, from, mark) => {
    await renderScreen(<ActivityRow activity={{ ...DOWNLOAD, brought: BROUGHT }} />, { language });
    const line = await screen.findByText((text) => text.startsWith(from));
    expect(line.textContent).toContain(mark);
  },
);

test('what this installation saw has no such mark', async () => {
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
