import { loadWithTexts } from '../../../i18n/i18n.ts';

/** Loads what shows files over the page. */
export const loadViewer = () => loadWithTexts(['projects', 'viewer'], () => import('./FileViewer.tsx'));
