import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render.tsx';
import { PaymentScreen } from './PaymentScreen.tsx';

test.each(['', '?token=x'])('the test gateway says that no money moves, at "%s" too', async (search) => {
  fakeServer({
    'GET /api/checkout/settings/': {
      body: { gateway: 'sandbox', buyer_needed_for: [], contact_email: null },
    },
  });
  await renderScreen(<PaymentScreen />, { at: `/payment${search}` });
  expect(await screen.findByText('Test mode: nothing is charged.')).toBeTruthy();
});
