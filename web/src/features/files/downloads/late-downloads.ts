import { lazy } from 'react';
import { loadWithTexts } from '../../../i18n/i18n.ts';

/** Downloads below the work, as links that load late: a button would lose clicks before its code is there. */
export const TakeOffline = lazy(async () => ({
  default: (await loadWithTexts(['downloads'], () => import('./TakeOffline.tsx'))).TakeOffline,
}));
