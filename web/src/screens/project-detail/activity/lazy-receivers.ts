import { lazyDialog } from '../../../components/forms/lazy-dialog.tsx';
import { loadWithTexts } from '../../../i18n/i18n.ts';

export const ReceiversModal = lazyDialog(
  async () =>
    (await loadWithTexts(['projects', 'tools'], () => import('./ReceiversModal.tsx'))).ReceiversModal,
);
