import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Legal } from '@vitrin/shared/contract/legal.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render.tsx';
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

test('a client reads for how many months looks are kept here, and that downloads stay as proof', async () => {
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
