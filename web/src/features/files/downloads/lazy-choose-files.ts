import { lazy } from 'react';
import { loadWithTexts } from '../../../i18n/i18n.ts';

export const ChooseFilesModal = lazy(async () => ({
  default: (await loadWithTexts(['projects', 'downloads', 'places'], () => import('./ChooseFilesModal.tsx')))
    .ChooseFilesModal,
}));
