import { lazyDialog } from '../../../components/forms/lazy-dialog.tsx';
import { loadWithTexts } from '../../../i18n/i18n.ts';

export const RenameModal = lazyDialog(
  async () => (await loadWithTexts(['arranging'], () => import('./RenameModal.tsx'))).RenameModal,
);

export const WordsModal = lazyDialog(
  async () => (await loadWithTexts(['arranging'], () => import('./WordsModal.tsx'))).WordsModal,
);

export const SectionModal = lazyDialog(
  async () => (await loadWithTexts(['arranging'], () => import('../sections/SectionModal.tsx'))).SectionModal,
);

export const SectionNameModal = lazyDialog(
  async () =>
    (await loadWithTexts(['arranging'], () => import('../sections/SectionNameModal.tsx'))).SectionNameModal,
);

export const ManyModal = lazyDialog(
  async () => (await loadWithTexts(['many'], () => import('./many/ManyModal.tsx'))).ManyModal,
);

export const LinkModal = lazyDialog(
  async () => (await loadWithTexts(['arranging'], () => import('../links/LinkModal.tsx'))).LinkModal,
);
