import { lazyDialog } from '../../components/forms/lazy-dialog.tsx';
import { loadWithTexts } from '../../i18n/i18n.ts';

export const VersionModal = lazyDialog(
  async () => (await loadWithTexts(['projects'], () => import('./VersionModal.tsx'))).VersionModal,
);

export const WaitingPart = lazyDialog(
  async () => (await loadWithTexts(['drafts'], () => import('./WaitingPart.tsx'))).WaitingPart,
);
