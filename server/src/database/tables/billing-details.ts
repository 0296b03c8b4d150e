import type { Timestamp } from './timestamp.ts';

/** How invoices name a buyer; an empty text stands for what there is not. */
export type BillingDetailsTable = {
  user_id: number;
  name: string;
  tax_number: string;
  tax_office: string;
  address: string;
  district: string;
  city: string;
  country: string;
  updated_at: Timestamp;
};
