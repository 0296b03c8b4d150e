import { lazy } from 'react';
import { loadWithTexts } from '../../../i18n/i18n.ts';

/**
 * Downloads below the work; their code comes after that of the page. They are links: a button of a rendered page would
 * lose clicks before its code is there.
 */
export const TakeOffline = lazy(async () => ({
  default: (await loadWithTexts(['downloads'], () => import('./TakeOffline.tsx'))).TakeOffline,
}));
