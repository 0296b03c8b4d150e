import { lazyDialog } from '../../components/forms/lazy-dialog.tsx';
import { loadWithTexts } from '../../i18n/i18n.ts';

export const CustomerModal = lazyDialog(
  async () => (await loadWithTexts(['tools'], () => import('./CustomerModal.tsx'))).CustomerModal,
);

export const RenameCustomerModal = lazyDialog(
  async () => (await loadWithTexts(['tools'], () => import('./RenameCustomerModal.tsx'))).RenameCustomerModal,
);

export const PeopleModal = lazyDialog(
  async () => (await loadWithTexts(['tools'], () => import('./PeopleModal.tsx'))).PeopleModal,
);

export const InviteCustomerModal = lazyDialog(
  async () => (await loadWithTexts(['tools'], () => import('./InviteCustomerModal.tsx'))).InviteCustomerModal,
);
