import { Button, Group, Stack, Text } from '@mantine/core';
import { IconBell, IconMessageForward, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Told, VersionNotices } from '@vitrin/shared/contract/notices.ts';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useActionError } from '../../../components/feedback/use-action-error.ts';
import { toastSuccess } from '../../../components/feedback/toast.ts';
import { useActivityTime } from '../../../features/analytics/activity-words.ts';
import { useTelling, versionNoticesQuery } from '../../../features/notices/telling-api.ts';
import { useFormat } from '../../../components/use-format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { MessageModal } from './MessageModal.tsx';
import { ReminderModal } from './ReminderModal.tsx';

type Props = { version: { id: number; version_number: string; file_count: number } };

/** What the client was told of a version by mail, and what can be sent now (specification 9.15). */
export function ClientTold({ version }: Props) {
  const { data } = useQuery(versionNoticesQuery(version.id, version.file_count));
  if (!data || data.client === null) return null;
  return <Telling version={version} notices={data} client={data.client} />;
}

function Telling({ version, notices, client }: Props & { notices: VersionNotices; client: string }) {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const [dialog, setDialog] = useState<'reminder' | 'message' | null>(
    query.get('remind') === String(version.id) ? 'reminder' : null,
  );
  const tell = useTelling(version.id, 'tell');
  const showError = useActionError();
  const { ready, can_tell: canTell, can_remind: canRemind } = notices;
  const close = () => {
    setDialog(null);
    if (query.has('remind')) setQuery({}, { replace: true });
  };
  const tellNow = () =>
    tell.mutate(undefined, {
      onSuccess: () => toastSuccess(t('telling.leaves', { client })),
      onError: (error) => showError(error),
    });
  return (
    <Stack gap="xs" mb="md">
      <Sentences notices={notices} client={client} number={version.version_number} />
      <Group gap="xs">
        {canTell && (
          <Action Icon={IconSend} isBusy={tell.isPending} onClick={tellNow}>
            {t(ready?.state === 'refused' ? 'telling.again' : 'telling.now')}
          </Action>
        )}
        {canRemind && ready?.state !== 'waiting' && (
          <Action Icon={IconBell} onClick={() => setDialog('reminder')}>
            {t('telling.remind')}
          </Action>
        )}
        <Action Icon={IconMessageForward} onClick={() => setDialog('message')}>
          {t('telling.message')}
        </Action>
      </Group>
      <ReminderModal
        opened={dialog === 'reminder'}
        versionId={version.id}
        client={client}
        canSend={canRemind}
        onMessage={() => setDialog('message')}
        onClose={close}
      />
      <MessageModal opened={dialog === 'message'} versionId={version.id} onClose={close} />
    </Stack>
  );
}

type ActionProps = {
  Icon: typeof IconSend;
  isBusy?: boolean;
  onClick: () => void;
  children: ReactNode;
};

function Action({ Icon, isBusy = false, onClick, children }: ActionProps) {
  return (
    <Button
      variant="default"
      size="sm"
      h={44}
      px="sm"
      leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
      loading={isBusy}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

type SentencesProps = { notices: VersionNotices; client: string; number: string };

function Sentences({ notices: { reached, ready, reminder }, client, number }: SentencesProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const timeOf = useActivityTime();
  const values = { client, number };
  const sentenceOf = (told: Told | null): string => {
    if (!reached && (told === null || told.state === 'waiting')) return t('telling.unreached', values);
    if (told === null) return t('telling.untold', values);
    // A time to come is no past day; it is minutes away.
    const time = told.state === 'waiting' ? format.dateTime(told.at) : timeOf(told.at);
    return t(`telling.${told.state}`, { ...values, time });
  };
  return (
    <div aria-live="polite">
      <Sentence told={ready}>{sentenceOf(ready)}</Sentence>
      {reminder && (
        <Sentence told={reminder}>
          {t(`telling.reminder.${reminder.state}`, { ...values, time: timeOf(reminder.at) })}
        </Sentence>
      )}
    </div>
  );
}

/** A refusal with the words of the mail server. */
function Sentence({ told, children }: { told: Told | null; children: ReactNode }) {
  const isRefused = told?.state === 'refused';
  return (
    <Text size="sm" c={isRefused ? 'red' : 'dimmed'} style={{ overflowWrap: 'anywhere' }}>
      {children}
      {isRefused && told.refusal !== null && ` (${told.refusal})`}
    </Text>
  );
}
