import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.ts';
import { PROFESSIONAL } from '../../testing/plans.ts';
import { renderScreen } from '../../testing/render.tsx';
import { CheckoutSummary } from './CheckoutSummary.tsx';

const SETTINGS = {
  'GET /api/checkout/settings/': {
    body: {
      gateway: 'stripe',
      buyer_needed_for: ['TRY'],
      contact_email: 'help@example.com',
      needs_billing_details: false,
    },
  },
};
const CHECKOUT = { token: 'abc', subscription_plan: 2, amount: 29, currency: 'USD' };

const NO_TEXTS = {
  body: {
    company: null,
    texts: [],
    withdrawal_days: 0,
    looks_kept_months: 24,
    payments_kept_years: 10,
    invoices_kept_years: null,
  },
};

async function pay(answer: FakeAnswer, language: Language = 'en') {
  fakeServer({ ...SETTINGS, 'GET /api/legal/': NO_TEXTS, 'POST /api/checkout/checkout/': answer });
  const { router } = await renderScreen(<CheckoutSummary plan={PROFESSIONAL} replaced={null} />, {
    language,
  });
  await userEvent.click(screen.getByRole('button', { name: language === 'en' ? 'Pay $29' : '$29 öde' }));
  return router;
}

test('a checkout of the test gateway leads to its form', async () => {
  const router = await pay({ body: { ...CHECKOUT, checkout_url: '/payment?token=abc' } });
  await waitFor(() => expect(router.state.location.pathname).toBe('/payment'));
  expect(router.state.location.search).toBe('?token=abc');
});

test('a checkout of a provider leads to the screen that redirects the browser there', async () => {
  const checkout_url = 'https://pay.example.com/abc';
  const router = await pay({ body: { ...CHECKOUT, checkout_url } });
  await waitFor(() => expect(router.state.location.pathname).toBe('/payment'));
  expect(router.state.location.state).toEqual({ checkout_url });
});

test('a double click begins a checkout once', async () => {
  let begun = 0;
  fakeServer({
    ...SETTINGS,
    'GET /api/legal/': NO_TEXTS,
    'POST /api/checkout/checkout/': () => {
      begun += 1;
      return { body: { ...CHECKOUT, checkout_url: '/payment?token=abc' } };
    },
  });
  const { router } = await renderScreen(<CheckoutSummary plan={PROFESSIONAL} replaced={null} />);
  const button = screen.getByRole('button', { name: 'Pay $29' });
  act(() => {
    button.click();
    button.click();
  });
  await waitFor(() => expect(router.state.location.pathname).toBe('/payment'));
  expect(begun).toBe(1);
});

test.each([{ amount: 31.5 }, { amount: 899, currency: 'TRY' }])(
  'a checkout at another price than the one shown, %j, is not followed but reported',
  async (other) => {
    const router = await pay({ body: { ...CHECKOUT, checkout_url: '/payment?token=abc', ...other } });
    expect(await screen.findByText(/The price has changed\./)).toBeTruthy();
    expect(router.state.location.pathname).not.toBe('/payment');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay $29' }).disabled).toBe(false);
  },
);

test.each([{ ...CHECKOUT }, { ...CHECKOUT, checkout_url: '/payment', token: '' }, {}, undefined])(
  'an answer without address or token is not valid: %j',
  async (body) => {
    await pay({ body });
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid checkout response from the server.');
  },
);

test("a failure without the server's words has the text of the catalogue, in both languages", async () => {
  await pay({ status: 503 });
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to initiate checkout process. Please try again.',
  );
});

test('the same in Turkish', async () => {
  await pay({ status: 503 }, 'tr');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Ödeme işlemi başlatılamadı. Lütfen tekrar deneyin.',
  );
});

test('payment needs the legal texts accepted, and sends the hashes of those shown', async () => {
  const texts = [
    { name: 'contract', title: 'Agreement', version: '3', sha256: 'a'.repeat(64) },
    { name: 'privacy', title: 'Privacy notice', version: '1', sha256: 'b'.repeat(64) },
  ];
  const requests = fakeServer({
    'GET /api/legal/': {
      body: {
        company: null,
        texts,
        withdrawal_days: 14,
        looks_kept_months: 24,
        payments_kept_years: 10,
        invoices_kept_years: null,
      },
    },
    'POST /api/checkout/checkout/': { body: { ...CHECKOUT, checkout_url: '/payment?token=abc' } },
  });
  const { router } = await renderScreen(<CheckoutSummary plan={PROFESSIONAL} replaced={null} />);
  const box = await screen.findByRole('checkbox', { name: /I have read and accept/ });
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Agreement' });
  expect(link.getAttribute('href')).toBe('/api/legal/contract/?language=en');
  await userEvent.click(screen.getByRole('button', { name: 'Pay $29' }));
  expect(await screen.findByText('Please accept these texts before you pay.')).toBeTruthy();
  expect(requests.some(({ method }) => method === 'POST')).toBe(false);
  await userEvent.click(box);
  await userEvent.click(screen.getByRole('button', { name: 'Pay $29' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/payment'));
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    subscription_plan: 2,
    accepted: ['a'.repeat(64), 'b'.repeat(64)],
  });
});

const LIRA = { ...PROFESSIONAL, currency: 'TRY' as const, price_per_period: 899 };

async function showForLira(language: Language) {
  const sent: unknown[] = [];
  fakeServer({
    ...SETTINGS,
    'GET /api/legal/': NO_TEXTS,
    'POST /api/checkout/checkout/': ({ body }) => {
      sent.push(body);
      return {
        body: { ...CHECKOUT, amount: 899, currency: 'TRY', checkout_url: 'https://pay.example.com/a' },
      };
    },
  });
  const { router } = await renderScreen(<CheckoutSummary plan={LIRA} replaced="Starter" />, { language });
  return { sent, router };
}

test('a provider that needs buyer details gets them, and the form shows errors', async () => {
  const { sent, router } = await showForLira('en');
  const person = userEvent.setup();
  await person.click(await screen.findByLabelText(/First name/));
  await person.keyboard('Ada{Tab}Yılmaz{Tab}10000000147{Tab}0555{Tab}Moda Caddesi 1{Tab}34710{Tab}İstanbul');
  const button = screen.getByRole('button', { name: 'Pay ₺899' });
  await person.click(button);
  expect(await screen.findByText(/11 digits of a Turkish identity number/)).toBeTruthy();
  expect(screen.getByText(/Enter the number with its country code/)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText(/Identity number/));
  expect(sent).toEqual([]);
  await person.clear(screen.getByLabelText(/Identity number/));
  await person.keyboard('10000000146');
  await person.clear(screen.getByLabelText(/Phone/));
  await person.keyboard('+90 555 000 00 00');
  await person.click(screen.getByLabelText(/Country/));
  await person.keyboard('Türkiye');
  await person.click(button);
  await waitFor(() => expect(router.state.location.pathname).toBe('/payment'));
  expect(sent).toMatchObject([
    { buyer: { name: 'Ada', identity_number: '10000000146', phone: '+905550000000', country: 'Türkiye' } },
  ]);
});

test('in Turkish the button sends the form too, and the rest of a replaced month is announced as a refund', async () => {
  const { sent } = await showForLira('tr');
  expect(await screen.findByLabelText(/T.C. kimlik numarası/)).toBeTruthy();
  expect(screen.getByText(/kullanılmayan kısmı kartınıza iade edilir/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: '899\u00A0TL öde' }));
  expect((await screen.findAllByText('Lütfen bu alanı doldurun.')).length).toBeGreaterThan(4);
  expect(sent).toEqual([]);
});

const DETAILS = {
  name: 'Işık Reklam A.Ş.',
  tax_number: '1234567890',
  tax_office: 'Beyoğlu',
  address: 'İstiklal Caddesi 7',
  district: 'Beyoğlu',
  city: 'İstanbul',
  country: 'Türkiye',
};

async function showWithInvoices(details: typeof DETAILS | null) {
  const settings = { gateway: 'stripe', buyer_needed_for: ['TRY'], needs_billing_details: true };
  const requests = fakeServer({
    'GET /api/checkout/settings/': { body: { ...settings, contact_email: 'help@example.com' } },
    'GET /api/legal/': NO_TEXTS,
    'GET /api/billing-details/': { body: { details } },
    'PUT /api/billing-details/': ({ body }) => ({ body: { details: body } }),
  });
  await renderScreen(<CheckoutSummary plan={LIRA} replaced={null} />);
  return requests;
}

test("an installation with invoices requires their details before the payment, and prefills the buyer's form", async () => {
  const requests = await showWithInvoices(null);
  const person = userEvent.setup();
  await person.click(await screen.findByLabelText(/Company or full name/));
  expect(screen.queryByRole('button', { name: 'Pay ₺899' })).toBeNull();
  await person.keyboard(
    'Işık Reklam A.Ş.{Tab}1234567891{Tab}{Tab}İstiklal Caddesi 7{Tab}{Tab}İstanbul{Tab}Türkiye',
  );
  const next = screen.getByRole('button', { name: 'Save and continue' });
  await person.click(next);
  expect(await screen.findByText('Enter a 10-digit tax number or an 11-digit identity number.')).toBeTruthy();
  await person.clear(screen.getByLabelText(/Tax or ID number/));
  await person.keyboard('1234567890');
  await person.click(next);
  expect(await screen.findAllByText('Please fill in this field.')).toHaveLength(2);
  await person.type(screen.getByLabelText(/Tax office/), 'Beyoğlu');
  await person.type(screen.getByLabelText(/District/), 'Beyoğlu');
  await person.click(next);
  expect(await screen.findByRole('button', { name: 'Pay ₺899' })).toBeTruthy();
  expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual(DETAILS);
  expect((await screen.findByLabelText<HTMLInputElement>(/^City/)).value).toBe('İstanbul');
});

test('existing details are shown and may be changed before the payment', async () => {
  await showWithInvoices(DETAILS);
  expect(await screen.findByText(/Beyoğlu · 1234567890/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Pay ₺899' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  expect(screen.getByLabelText<HTMLInputElement>(/Company or full name/).value).toBe('Işık Reklam A.Ş.');
});
