import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { Legal } from '@vitrin/shared/contract/payments/legal.ts';
import { createI18n } from '../../../i18n/i18n.ts';
import { TranslatorContext } from '../../../i18n/use-translation.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { theme } from '../../../theme.ts';
import { legalQuery } from '../../legal/api.ts';
import { RecordedNotice } from './RecordedNotice.tsx';

const LEGAL: Legal = {
  company: null,
  texts: [{ name: 'privacy', title: 'Privacy notice', version: '1', sha256: 'a'.repeat(64) }],
  withdrawal_days: 14,
  looks_kept_months: 6,
  payments_kept_years: 10,
  invoices_kept_years: null,
};
const show = async (of: 'client' | 'freelancer', rest: Partial<Legal> = {}) => {
  fakeServer({ 'GET /api/legal/': { body: { ...LEGAL, ...rest } } });
  await renderScreen(<RecordedNotice of={of} />);
};

test('a client reads for how many months looks are kept, and that downloads stay as proof', async () => {
  await show('client');
  expect(
    await screen.findByText(/played part is kept for 6 months.*Downloads are kept as proof/),
  ).toBeDefined();
  const link = screen.getByText<HTMLAnchorElement>('Privacy notice');
  expect(link.getAttribute('href')).toBe('/api/legal/privacy/?language=en');
});

test.each([
  [{}, /kept for 10 full years/],
  [{ payments_kept_years: 1 }, /kept for one full year/],
  [{ payments_kept_years: 0 }, /Payments are deleted with your account/],
  [{ invoices_kept_years: 5 }, /Invoices keep your name, email address and billing details for 5 full years/],
])('a freelancer reads for how long payments are kept with %o', async (rest, words) => {
  await show('freelancer', { texts: [], ...rest });
  expect(await screen.findByText(words)).toBeDefined();
  expect(screen.queryByText('Privacy notice')).toBeNull();
});

test('the notice of a rendered page is hydrated after the footer has loaded the texts', async () => {
  queryClient.clear();
  const i18n = await createI18n('en', ['recorded']);
  const page = (
    <QueryClientProvider client={queryClient}>
      <TranslatorContext value={i18n}>
        <MantineProvider theme={theme} env="test">
          <RecordedNotice of="client" />
        </MantineProvider>
      </TranslatorContext>
    </QueryClientProvider>
  );
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(page);
  queryClient.setQueryData(legalQuery('en').queryKey, LEGAL);
  const onRecoverableError = vi.fn<(error: unknown) => void>();
  render(page, { container, hydrate: true, onRecoverableError });
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(screen.getByText(/kept for 6 months/)).toBeDefined();
});
