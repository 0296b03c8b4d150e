import { lazyDialog } from '../../../components/forms/lazy-dialog.tsx';
import { loadWithTexts } from '../../../i18n/i18n.ts';

export const AddToBoardModal = lazyDialog(
  async () =>
    (await loadWithTexts(['boards', 'figures'], () => import('./AddToBoardModal.tsx'))).AddToBoardModal,
);
export const BoardNameModal = lazyDialog(
  async () => (await loadWithTexts(['boards'], () => import('./BoardNameModal.tsx'))).BoardNameModal,
);
export const CardModal = lazyDialog(
  async () => (await loadWithTexts(['boards', 'figures'], () => import('./CardModal.tsx'))).CardModal,
);
