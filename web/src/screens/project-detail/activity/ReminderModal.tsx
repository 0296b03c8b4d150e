import { Box, Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../../components/feedback/error-text.ts';
import { PlainDialog } from '../../../components/feedback/PlainDialog.tsx';
import { toastSuccess } from '../../../components/feedback/toast.ts';
import { FormMessage } from '../../../components/forms/FormMessage.tsx';
import { reminderQuery, useClientMail } from '../../../features/notices/client-mail-api.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import classes from './ReminderModal.module.css';

type Props = {
  opened: boolean;
  versionId: number;
  client: string;
  /** False where the client gets no mails, has opened the version, or was reminded before. */
  canSend: boolean;
  /** Called where a mail cannot go, for the ready-made message instead. */
  onMessage: () => void;
  onClose: () => void;
};

/** A friendly mail to a client who has not opened a version, shown before it goes (specification 9.15). */
export function ReminderModal({ opened, onClose, ...rest }: Props) {
  const { t } = useTranslation();
  return (
    <PlainDialog
      opened={opened}
      onClose={onClose}
      title={t('telling.reminderTitle', { client: rest.client })}
    >
      <Reminder {...rest} onClose={onClose} />
    </PlainDialog>
  );
}

function Reminder({ versionId, client, canSend, onMessage, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation();
  const { data, error } = useQuery(reminderQuery(versionId));
  const remind = useClientMail(versionId, 'reminder');
  const send = () =>
    remind.mutate(undefined, {
      onSuccess: () => {
        toastSuccess(t('telling.leaves', { client }));
        onClose();
      },
    });
  const failure = remind.error ?? error;
  return (
    <>
      {failure && <FormMessage type="error">{errorText(t, failure, t('telling.failed'))}</FormMessage>}
      {!canSend && <FormMessage type="info">{t('telling.cannotRemind', { client })}</FormMessage>}
      {data ? (
        <Box component="section" className={classes.mail} tabIndex={0} aria-label={t('telling.mail')}>
          <Text fw={600} mb="sm">
            {data.subject}
          </Text>
          <Text size="sm" className={classes.text}>
            {data.text}
          </Text>
        </Box>
      ) : (
        !error && <Skeleton height={240} radius="md" />
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" h={44} onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        {canSend ? (
          <Button h={44} loading={remind.isPending} disabled={!data} onClick={send}>
            {t('telling.send')}
          </Button>
        ) : (
          <Button h={44} onClick={onMessage}>
            {t('telling.message')}
          </Button>
        )}
      </Group>
    </>
  );
}
