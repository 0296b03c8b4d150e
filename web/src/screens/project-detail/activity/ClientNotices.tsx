import { Button, Group, Stack, Text } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { MailState, VersionNotices } from '@vitrin/shared/contract/notices.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useActivityTime } from '../../../features/analytics/activity-words.ts';
import { versionNoticesQuery } from '../../../features/notices/client-mail-api.ts';
import { useFormat } from '../../../components/use-format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { MessageModal } from './MessageModal.tsx';
import { ReminderModal } from './ReminderModal.tsx';

type Props = { version: Pick<Version, 'version_number'> & Parameters<typeof versionNoticesQuery>[0] };

/** Mails that the client got about a version, with a reminder to send; all else is in Share (specification 9.15). */
export function ClientNotices({ version }: Props) {
  const { data } = useQuery(versionNoticesQuery(version));
  if (!data || data.client === null) return null;
  return <Notices version={version} notices={data} client={data.client} />;
}

function Notices({ version, notices, client }: Props & { notices: VersionNotices; client: string }) {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const [dialog, setDialog] = useState<'reminder' | 'message' | null>(
    query.get('remind') === String(version.id) ? 'reminder' : null,
  );
  const { ready, reminder, can_remind: canRemind } = notices;
  const canSend = canRemind && ready?.state !== 'waiting';
  const isEmpty = !mentionsFirst(notices) && reminder === null && !canSend;
  const close = () => {
    setDialog(null);
    if (query.has('remind')) setQuery({}, { replace: true });
  };
  return (
    <Stack gap="xs" mb={isEmpty ? 0 : 'md'}>
      <Sentences notices={notices} client={client} number={version.version_number} />
      {canSend && (
        <Group>
          <Button
            variant="default"
            size="sm"
            h={44}
            px="sm"
            leftSection={<IconBell size={18} stroke={1.6} aria-hidden />}
            onClick={() => setDialog('reminder')}
          >
            {t('telling.remind')}
          </Button>
        </Group>
      )}
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

type SentencesProps = { notices: VersionNotices; client: string; number: string };

/** False where no mail reaches the client, which Share says, and none was sent before. */
function mentionsFirst({ reached, ready }: VersionNotices): boolean {
  return reached || (ready !== null && ready.state !== 'waiting');
}

function Sentences({ notices, client, number }: SentencesProps) {
  const { ready, reminder } = notices;
  const { t } = useTranslation();
  const format = useFormat();
  const timeOf = useActivityTime();
  const values = { client, number };
  const sentenceOf = (mail: MailState | null): string => {
    if (mail === null) return t('telling.untold', values);
    // A time to come is no past day; it is minutes away.
    const time = mail.state === 'waiting' ? format.dateTime(mail.at) : timeOf(mail.at);
    return t(`telling.${mail.state}`, { ...values, time });
  };
  return (
    <div aria-live="polite">
      {mentionsFirst(notices) && <Sentence mail={ready}>{sentenceOf(ready)}</Sentence>}
      {reminder && (
        <Sentence mail={reminder}>
          {t(`telling.reminder.${reminder.state}`, { ...values, time: timeOf(reminder.at) })}
        </Sentence>
      )}
    </div>
  );
}

/** A refusal with the words of the mail server. */
function Sentence({ mail, children }: { mail: MailState | null; children: ReactNode }) {
  const isRefused = mail?.state === 'refused';
  return (
    <Text size="sm" c={isRefused ? 'red' : 'dimmed'} style={{ overflowWrap: 'anywhere' }}>
      {children}
      {isRefused && mail.refusal !== null && ` (${mail.refusal})`}
    </Text>
  );
}
