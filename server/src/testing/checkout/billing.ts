import type { BillingDetails } from '@vitrin/shared/contract/payments/buyer.ts';
import type { Person } from '../factories.ts';

export const BILLING_DETAILS: BillingDetails = {
  name: 'Işık Reklam A.Ş.',
  tax_number: '1234567890',
  tax_office: 'Beyoğlu',
  address: 'İstiklal Caddesi 7',
  district: 'Beyoğlu',
  city: 'İstanbul',
  country: 'Türkiye',
};

/** Sets the billing details for later invoices of a person. */
export function giveBillingDetails({ browser }: Person, changed: Partial<BillingDetails> = {}) {
  return browser.put('/api/billing-details/', { ...BILLING_DETAILS, ...changed });
}
