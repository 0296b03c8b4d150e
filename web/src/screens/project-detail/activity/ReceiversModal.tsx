import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/feedback/ErrorState.tsx';
import { PlainDialog } from '../../../components/feedback/PlainDialog.tsx';
import { receiversQuery } from '../../../features/analytics/api.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ActivityRow } from './ActivityRow.tsx';
import { activitiesOf, type Received } from './received.ts';

type Props = { opened: boolean; thing: Received | undefined; onClose: () => void };

/** For the freelancer: who looked at a file or a version, and who has it (specification 11.2). */
export function ReceiversModal({ opened, thing, onClose }: Props) {
  const { t } = useTranslation();
  const name =
    thing?.kind === 'versions' ? t('versions.name', { number: thing.number }) : (thing?.name ?? '');
  return (
    <PlainDialog opened={opened} onClose={onClose} title={t('receivers.title', { name })} size="md">
      {thing && <Receivers thing={thing} />}
    </PlainDialog>
  );
}

function Receivers({ thing }: { thing: Received }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(receiversQuery(thing.kind, thing.id));
  if (error && !data)
    return <ErrorState error={error} fallback={t('activity.failed')} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={120} />;
  const activities = activitiesOf(thing, data);
  if (activities.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('receivers.nobody')}
      </Text>
    );
  return (
    <Stack component="ul" gap="sm" m={0} p={0}>
      {activities.map((activity) => (
        <ActivityRow key={JSON.stringify(activity)} activity={activity} />
      ))}
    </Stack>
  );
}
