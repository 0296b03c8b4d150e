import { lazy } from 'react';
import { loadWithTexts } from '../../i18n/i18n.ts';

/** Loaded where invoices are made. */
export const BillingDetailsPart = lazy(async () => ({
  default: (await loadWithTexts(['plans'], () => import('./BillingDetailsPart.tsx'))).BillingDetailsPart,
}));
