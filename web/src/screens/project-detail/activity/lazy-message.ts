import { lazyDialog } from '../../../components/forms/lazy-dialog.tsx';
import { loadWithTexts } from '../../../i18n/i18n.ts';

export const MessageModal = lazyDialog(
  async () => (await loadWithTexts(['tools'], () => import('./MessageModal.tsx'))).MessageModal,
);
