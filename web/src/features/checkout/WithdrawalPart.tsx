import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { BesideLink } from '../../components/BesideLink.tsx';
import { confirmDelete } from '../../components/feedback/confirm-delete.tsx';
import { errorText } from '../../components/feedback/error-text.ts';
import { toastError, toastSuccess } from '../../components/feedback/toast.ts';
import { useFormat } from '../../components/use-format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { legalPageUrl, legalQuery } from '../legal/api.ts';
import { useWithdraw, useWithdrawal } from './withdrawal-api.ts';

/** The way out of a purchase while the law gives one; nothing otherwise. */
export function WithdrawalPart() {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const withdrawal = useWithdrawal();
  const withdraw = useWithdraw();
  const until = withdrawal.data?.until;
  const legal = useQuery({ ...legalQuery(i18n.language), enabled: Boolean(until) });
  const text = legal.data?.texts.find(({ name }) => name === 'withdrawal');
  if (!until) return null;
  const ask = () =>
    confirmDelete({
      title: t('billing.withdrawTitle'),
      message: t('billing.withdrawText'),
      confirmLabel: t('billing.withdraw'),
      cancelLabel: t('billing.cancelKeep'),
      onConfirm: () =>
        withdraw.mutate(undefined, {
          onSuccess: () => toastSuccess(t('billing.withdrawn')),
          onError: (error) => toastError(errorText(t, error)),
        }),
    });
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed" flex="1 1 240px">
        {t('billing.withdrawUntil', { date: format.dateTime(until) })}{' '}
        {text && (
          <>
            {t('billing.withdrawExceptions')}{' '}
            <BesideLink href={legalPageUrl(text.name, i18n.language)}>{text.title}</BesideLink>
          </>
        )}
      </Text>
      <Button variant="default" h={44} loading={withdraw.isPending} onClick={ask}>
        {t('billing.withdraw')}
      </Button>
    </Group>
  );
}
