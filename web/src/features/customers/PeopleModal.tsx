import { ActionIcon, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconDotsVertical,
  IconMail,
  IconMailOff,
  IconPencil,
  IconPlus,
  IconUserMinus,
} from '@tabler/icons-react';
import type { Customer, Person } from '@vitrin/shared/contract/customers.ts';
import { MAX_COUNTS } from '@vitrin/shared/rules/counts.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { confirmDelete } from '../../components/feedback/confirm-delete.tsx';
import { useActionError } from '../../components/feedback/use-action-error.ts';
import { FormModal } from '../../components/forms/FormModal.tsx';
import { CopyLinkButton } from './CopyLinkButton.tsx';
import { CustomerForm } from './CustomerForm.tsx';
import { CustomerState } from './CustomerState.tsx';
import { useCreatePerson, useRemovePerson, useWithdrawInvitation } from './customer-table-api.ts';
import { InviteCustomerModal, RenameCustomerModal } from './lazy-dialogs.ts';
import classes from './PeopleModal.module.css';

type Props = { customer: Customer; opened: boolean; onClose: () => void };

/** The people of a client: adds, names, invites and removes them (specification 3.22). */
export function PeopleModal({ customer, opened, onClose }: Props) {
  const { t } = useTranslation();
  const [isAdding, adding] = useDisclosure(false);
  const create = useCreatePerson(customer.id);
  const people = customer.people ?? [];
  const client = customer.display_name ?? customer.username;
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('customers.peopleTitle', { username: client })}
      onExited={adding.close}
    >
      <Stack gap="md">
        <Text c="dimmed">{t('customers.peopleHint', { username: client })}</Text>
        {people.length > 0 && (
          <ul className={classes.list} aria-label={t('customers.people')}>
            {people.map((person) => (
              <PersonRow key={person.id} customer={customer} person={person} />
            ))}
          </ul>
        )}
        {isAdding ? (
          <CustomerForm
            create={create}
            submitLabel={t('customers.addPerson')}
            onCreated={adding.close}
            onCancel={adding.close}
          />
        ) : (
          <Group justify="flex-end" gap="sm">
            <Button variant="default" h={44} onClick={onClose}>
              {t('actions.close')}
            </Button>
            <Button
              h={44}
              leftSection={<IconPlus size={18} />}
              disabled={people.length >= MAX_COUNTS.people}
              onClick={adding.open}
            >
              {t('customers.addPerson')}
            </Button>
          </Group>
        )}
      </Stack>
    </FormModal>
  );
}

function PersonRow({ customer, person }: { customer: Customer; person: Person }) {
  const name = person.display_name ?? person.username;
  return (
    <li className={classes.person}>
      <div className={classes.names}>
        <Text dir="auto" fw={550} truncate title={name}>
          {name}
        </Text>
        <CustomerState customer={person} />
      </div>
      <CopyLinkButton customer={person} />
      <PersonMenu customer={customer} person={person} />
    </li>
  );
}

function PersonMenu({ customer, person }: { customer: Customer; person: Person }) {
  const { t } = useTranslation();
  const showError = useActionError();
  const remove = useRemovePerson(customer.id);
  const withdraw = useWithdrawInvitation();
  const [isInviting, inviting] = useDisclosure(false);
  const [isRenaming, renaming] = useDisclosure(false);
  const username = person.display_name ?? person.username;
  const isInvitable = !person.registered && person.reset_token !== null;
  const askToRemove = () =>
    confirmDelete({
      title: t('customers.removeTitle', { username }),
      message: t('customers.removeMessage'),
      confirmLabel: t('customers.remove'),
      cancelLabel: t('actions.cancel'),
      onConfirm: () => remove.mutate(person.id, { onError: (error) => showError(error) }),
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
          {isInvitable && (
            <Menu.Item leftSection={<IconMail size={16} />} onClick={inviting.open}>
              {t(person.invitation ? 'customers.inviteAgain' : 'customers.invite')}
            </Menu.Item>
          )}
          {isInvitable && person.invitation && (
            <Menu.Item
              leftSection={<IconMailOff size={16} />}
              onClick={() => withdraw.mutate(person.id, { onError: (error) => showError(error) })}
            >
              {t('customers.withdraw')}
            </Menu.Item>
          )}
          <Menu.Item c="red" leftSection={<IconUserMinus size={16} />} onClick={askToRemove}>
            {t('customers.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <InviteCustomerModal customer={person} opened={isInviting} onClose={inviting.close} />
      <RenameCustomerModal customer={person} opened={isRenaming} onClose={renaming.close} />
    </>
  );
}
