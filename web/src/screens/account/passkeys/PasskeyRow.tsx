import { ActionIcon, Button, Group, Menu, Stack, Text, TextInput } from '@mantine/core';
import { IconDots, IconFingerprint } from '@tabler/icons-react';
import type { Authenticator } from '@vitrin/shared/contract/account/factors.ts';
import { useState } from 'react';
import { confirmDelete } from '../../../components/feedback/confirm-delete.tsx';
import { errorText } from '../../../components/feedback/error-text.ts';
import { PlainDialog } from '../../../components/feedback/PlainDialog.tsx';
import { toastError, toastSuccess } from '../../../components/feedback/toast.ts';
import { FormMessage } from '../../../components/forms/FormMessage.tsx';
import classes from '../../../components/lists/FramedRows.module.css';
import { useFormat } from '../../../components/use-format.ts';
import { removePasskey, renamePasskey } from './own-passkeys.ts';
import { RateLimitMessage } from '../../../features/auth/form/RateLimitMessage.tsx';
import { useAuthForm } from '../../../features/auth/form/use-auth-form.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';

const MAX_NAME_LENGTH = 100;

/** A passkey: its name, when it was added and last used, and its actions. */
export function PasskeyRow({ passkey }: { passkey: Authenticator }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [isRenaming, setRenaming] = useState(false);
  const { id = 0, name = '', rp_id: host = '', is_usable: isUsable, created_at, last_used_at } = passkey;
  const remove = async () => {
    try {
      await removePasskey(id);
      toastSuccess(t('passkeys.removed'));
    } catch (error) {
      toastError(errorText(t, error));
    }
  };
  const askRemoval = () =>
    confirmDelete({
      title: t('passkeys.removeTitle', { name }),
      message: t('passkeys.removeText'),
      confirmLabel: t('passkeys.remove'),
      cancelLabel: t('actions.cancel'),
      onConfirm: () => void remove(),
    });
  const date = (seconds: number) => format.dateTime(new Date(seconds * 1000).toISOString());
  return (
    <li className={classes.row}>
      <IconFingerprint size={24} stroke={1.5} aria-hidden />
      <div className={classes.what}>
        <Text>{name}</Text>
        <Text size="sm" c="dimmed">
          {last_used_at === null
            ? t('passkeys.addedOn', { date: date(created_at) })
            : t('passkeys.usedOn', { date: date(last_used_at) })}
        </Text>
        {isUsable === false && (
          <Text size="sm">{t('passkeys.elsewhere', { host, now: location.hostname })}</Text>
        )}
      </div>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={44} aria-label={t('passkeys.actions', { name })}>
            <IconDots size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setRenaming(true)}>{t('passkeys.rename')}</Menu.Item>
          <Menu.Item c="red" onClick={askRemoval}>
            {t('passkeys.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <PlainDialog
        opened={isRenaming}
        onClose={() => setRenaming(false)}
        title={t('passkeys.renameTitle')}
        size="md"
      >
        <RenameForm id={id} name={name} onDone={() => setRenaming(false)} />
      </PlainDialog>
    </li>
  );
}

function RenameForm({ id, name: before, onDone }: { id: number; name: string; onDone: () => void }) {
  const { t } = useTranslation();
  const { form, limit, failure, onSubmit } = useAuthForm({
    initialValues: { name: before },
    validate: { name: (value) => (value.trim() === '' ? t('validation.required') : null) },
    send: async ({ name }) => {
      await renamePasskey(id, name.trim());
      onDone();
    },
    failureText: (error) => errorText(t, error),
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md">
        <RateLimitMessage limit={limit} offersReset={false} />
        {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
        <TextInput
          label={t('passkeys.name')}
          maxLength={MAX_NAME_LENGTH}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Group justify="flex-end">
          <Button type="submit" h={44} loading={form.submitting} disabled={limit.isWaiting}>
            {t('actions.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
