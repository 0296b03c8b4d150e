import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ErrorState } from '../../components/feedback/ErrorState.tsx';
import { confirmDelete } from '../../components/feedback/confirm-delete.tsx';
import { errorText } from '../../components/feedback/error-text.ts';
import { toastError, toastSuccess } from '../../components/feedback/toast.ts';
import { type AccountSession, sessionsQuery, useEndSessions } from '../../features/account/api.ts';
import { AccountSection } from './AccountSection.tsx';
import classes from '../../components/lists/FramedRows.module.css';
import { SessionRow } from './SessionRow.tsx';
import { WaysIn } from './sign-ins/WaysIn.tsx';

/** Ways into the account, each with its last use, and the open sessions. */
export function SessionsSection() {
  const { t } = useTranslation();
  const sessions = useQuery(sessionsQuery);
  return (
    <AccountSection title={t('account.sessions')} lead={t('account.sessionsLead')}>
      {sessions.isPending && <Skeleton height={64} radius="md" />}
      {sessions.isError && (
        <ErrorState
          error={sessions.error}
          fallback={t('account.sessionsFailed')}
          onRetry={() => void sessions.refetch()}
        />
      )}
      {sessions.isSuccess && (
        <Stack gap="md">
          <WaysIn />
          <SessionList sessions={sessions.data} />
        </Stack>
      )}
    </AccountSection>
  );
}

function SessionList({ sessions }: { sessions: AccountSession[] }) {
  const { t } = useTranslation();
  const end = useEndSessions();
  const inOrder = sessions.toSorted(
    (a, b) => Number(b.is_current) - Number(a.is_current) || lastUse(b) - lastUse(a),
  );
  const others = inOrder.filter((session) => !session.is_current).map((session) => session.id);

  const endAll = () =>
    end.mutate(others, {
      onSuccess: () => toastSuccess(t('account.sessionsEnded')),
      onError: (error) => toastError(errorText(t, error)),
    });

  const askEndAll = () =>
    confirmDelete({
      title: t('account.endOthersTitle'),
      message: t('account.endOthersText', { count: others.length }),
      confirmLabel: t('account.endSession'),
      cancelLabel: t('actions.cancel'),
      onConfirm: endAll,
    });

  return (
    <>
      <ul className={classes.rows} aria-label={t('account.ways.devices')}>
        {inOrder.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {others.length > 1 && (
        <Button
          variant="default"
          loading={end.isPending}
          onClick={askEndAll}
          style={{ alignSelf: 'flex-start' }}
        >
          {t('account.endOthers')}
        </Button>
      )}
    </>
  );
}

function lastUse({ last_seen_at, created_at }: AccountSession): number {
  return last_seen_at ?? created_at;
}
