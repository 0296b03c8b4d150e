import { lazy } from 'react';
import { loadWithTexts } from '../../../i18n/i18n.ts';

/**
 * What stands below the work; its code comes after that of the page. It is a link: a button of a rendered page would
 * lose what is clicked before its code is there.
 */
export const TakeOffline = lazy(async () => ({
  default: (await loadWithTexts(['downloads'], () => import('./TakeOffline.tsx'))).TakeOffline,
}));
