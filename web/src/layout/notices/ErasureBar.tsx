import { Button, Text } from '@mantine/core';
import type { Erasure } from '@vitrin/shared/contract/account/erasures.ts';
import { errorText } from '../../components/feedback/error-text.ts';
import { toastError, toastSuccess } from '../../components/feedback/toast.ts';
import { useFormat } from '../../components/use-format.ts';
import { useKeepAccount } from '../../features/account/erasure-api.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import classes from './ErasureBar.module.css';

const TEXTS = {
  self: 'leaving.own',
  freelancer: 'leaving.freelancer',
  client: 'leaving.client',
} as const;

/** Says on every screen when the account goes, and keeps it where that is the reader's to decide. */
export function ErasureBar({ erasure }: { erasure: Erasure }) {
  const { t } = useTranslation();
  const format = useFormat();
  const keep = useKeepAccount();
  const keepAccount = () =>
    keep.mutate(undefined, {
      onSuccess: () => toastSuccess(t('leaving.kept')),
      onError: (error) => toastError(errorText(t, error)),
    });
  const isOwn = erasure.by === 'self';
  const date = format.dateTime(erasure.due_at);
  return (
    <aside className={classes.bar} aria-label={t('leaving.label')}>
      <Text size="sm" fw={550}>
        {t(TEXTS[erasure.by], { date })}
      </Text>
      {isOwn && (
        <Button variant="default" h={44} loading={keep.isPending} onClick={keepAccount}>
          {t('leaving.keep')}
        </Button>
      )}
    </aside>
  );
}
