import { lazy } from 'react';

/** Loaded where the provider of a currency asks for a buyer. */
export const BuyerForm = lazy(async () => ({ default: (await import('./BuyerForm.tsx')).BuyerForm }));
