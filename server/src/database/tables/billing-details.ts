import type { Timestamp } from './timestamp.ts';

/** An empty text stands for a missing one. */
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
