import { ActionIcon, Badge, Group, Menu, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { confirmDelete } from '../../components/feedback/confirm-delete.tsx';
import { errorText } from '../../components/feedback/error-text.ts';
import { toastError, toastSuccess } from '../../components/feedback/toast.ts';
import { type EmailAddress, useChangeAddress } from '../../features/account/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import classes from '../../components/lists/FramedRows.module.css';

/** An address with its state and its buttons. */
export function EmailRow({ address, canRemove }: { address: EmailAddress; canRemove: boolean }) {
  const { t } = useTranslation();
  const change = useChangeAddress();
  const { email, verified, primary } = address;

  // Awaited, because callbacks of `mutate` are dropped when the row goes, as that of a removed address does.
  const run = async (method: 'PUT' | 'PATCH' | 'DELETE', done: string) => {
    try {
      await change.mutateAsync({ method, email });
      toastSuccess(done);
    } catch (error) {
      const isCoolDown = method === 'PUT' && error instanceof ApiError && error.status === 403;
      toastError(isCoolDown ? t('account.linkCoolDown') : errorText(t, error));
    }
  };

  const askRemoval = () =>
    confirmDelete({
      title: t('account.removeEmailTitle'),
      message: t('account.removeEmailText', { email }),
      confirmLabel: t('account.remove'),
      cancelLabel: t('actions.cancel'),
      onConfirm: () => void run('DELETE', t('account.emailRemoved')),
    });

  const hasActions = !verified || !primary || canRemove;
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Text truncate title={email}>
          {email}
        </Text>
        <Group gap={6} mt={4}>
          {primary && <Badge color="petrol">{t('account.primary')}</Badge>}
          <Badge color={verified ? 'green' : 'amber'}>
            {verified ? t('account.verified') : t('account.unverified')}
          </Badge>
        </Group>
      </div>
      {hasActions && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              loading={change.isPending}
              aria-label={t('account.emailActions', { email })}
            >
              <IconDots size={20} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {!verified && (
              <Menu.Item onClick={() => void run('PUT', t('account.linkSent'))}>
                {t('account.resend')}
              </Menu.Item>
            )}
            {!primary && verified && (
              <Menu.Item onClick={() => void run('PATCH', t('account.primaryChanged', { email }))}>
                {t('account.makePrimary')}
              </Menu.Item>
            )}
            {canRemove && (
              <Menu.Item c="red" onClick={askRemoval}>
                {t('account.remove')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  );
}
