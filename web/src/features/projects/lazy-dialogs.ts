import { lazyDialog } from '../../components/forms/lazy-dialog.tsx';
import { loadWithTexts } from '../../i18n/i18n.ts';

export const ProjectModal = lazyDialog(
  async () => (await loadWithTexts(['projects'], () => import('./form/ProjectModal.tsx'))).ProjectModal,
);
export const ProjectLimitDialog = lazyDialog(
  async () => (await loadWithTexts(['tools'], () => import('./ProjectLimitDialog.tsx'))).ProjectLimitDialog,
);
