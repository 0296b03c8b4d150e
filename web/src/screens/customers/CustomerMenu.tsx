import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconDotsVertical,
  IconFolders,
  IconMail,
  IconMailOff,
  IconPencil,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import type { Customer } from '@vitrin/shared/contract/customers.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { confirmDelete } from '../../components/feedback/confirm-delete.tsx';
import { useActionError } from '../../components/feedback/use-action-error.ts';
import {
  InviteCustomerModal,
  PeopleModal,
  RenameCustomerModal,
} from '../../features/customers/lazy-dialogs.ts';
import { useDeleteCustomer, useWithdrawInvitation } from '../../features/customers/customer-table-api.ts';
import { paths } from '../../paths.ts';

/** Menu of a customer: the projects, and deletion for one who never registered (specification 3.14). */
export function CustomerMenu({ customer }: { customer: Customer }) {
  const { t } = useTranslation();
  const showError = useActionError();
  const { mutate } = useDeleteCustomer();
  const { id, username, registered, project_count: projectCount } = customer;
  const [isRenaming, renaming] = useDisclosure(false);
  const [isShowingPeople, people] = useDisclosure(false);
  const [isInviting, inviting] = useDisclosure(false);
  const withdraw = useWithdrawInvitation();
  const isInvitable = !registered && customer.reset_token !== null;
  const isDeletable = !registered && projectCount === 0;

  const askToDelete = () =>
    confirmDelete({
      title: t('customers.deleteTitle', { username }),
      message: t('customers.deleteMessage'),
      confirmLabel: t('actions.delete'),
      cancelLabel: t('actions.cancel'),
      onConfirm: () => mutate(id, { onError: (error) => showError(error) }),
    });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label={t('customers.actionsOf', { username })}
          >
            <IconDotsVertical size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={renaming.open}>
            {t('customers.rename')}
          </Menu.Item>
          <Menu.Item leftSection={<IconUsers size={16} />} onClick={people.open}>
            {t('customers.people')}
          </Menu.Item>
          {isInvitable && (
            <Menu.Item leftSection={<IconMail size={16} />} onClick={inviting.open}>
              {t(customer.invitation ? 'customers.inviteAgain' : 'customers.invite')}
            </Menu.Item>
          )}
          {isInvitable && customer.invitation && (
            <Menu.Item
              leftSection={<IconMailOff size={16} />}
              onClick={() => withdraw.mutate(id, { onError: (error) => showError(error) })}
            >
              {t('customers.withdraw')}
            </Menu.Item>
          )}
          {projectCount > 0 && (
            <Menu.Item component={Link} to={paths.projectsOf(id)} leftSection={<IconFolders size={16} />}>
              {t('customers.showProjects')}
            </Menu.Item>
          )}
          {isDeletable && (
            <Menu.Item c="red" leftSection={<IconTrash size={16} />} onClick={askToDelete}>
              {t('actions.delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <InviteCustomerModal customer={customer} opened={isInviting} onClose={inviting.close} />
      <PeopleModal customer={customer} opened={isShowingPeople} onClose={people.close} />
      <RenameCustomerModal customer={customer} opened={isRenaming} onClose={renaming.close} />
    </>
  );
}
