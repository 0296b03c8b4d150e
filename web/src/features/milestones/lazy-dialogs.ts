import { lazyDialog } from '../../components/forms/lazy-dialog.tsx';
import { loadWithTexts } from '../../i18n/i18n.ts';

export const MilestoneModal = lazyDialog(
  async () => (await loadWithTexts(['projects'], () => import('./MilestoneModal.tsx'))).MilestoneModal,
);
export const CopyMilestonesModal = lazyDialog(
  async () => (await loadWithTexts(['tools'], () => import('./CopyMilestonesModal.tsx'))).CopyMilestonesModal,
);
