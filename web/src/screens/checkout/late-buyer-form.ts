import { lazy } from 'react';
import { loadWithTexts } from '../../i18n/i18n.ts';

/** Loaded where the provider of a currency asks for a buyer. */
export const BuyerForm = lazy(async () => ({
  default: (await loadWithTexts(['plans'], () => import('./BuyerForm.tsx'))).BuyerForm,
}));
