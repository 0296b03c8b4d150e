import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ArchiveImport } from '@vitrin/shared/contract/archives.ts';
import { type ChangeEvent, useRef } from 'react';
import { ErrorState } from '../../../components/feedback/ErrorState.tsx';
import { errorText } from '../../../components/feedback/error-text.ts';
import { toastError } from '../../../components/feedback/toast.ts';
import { useFormat } from '../../../components/use-format.ts';
import { LimitBetweenError } from '../../../features/files/uploads/limit-between.ts';
import { dropSending, importsQuery } from '../../../features/archives/api.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ImportState } from './ImportState.tsx';
import { type Sending, useSendArchive } from './use-send-archive.ts';

/** Imports an archive of another installation: uploads it, lists its contents, and imports it once confirmed. */
export function ImportPart() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(importsQuery);
  const { sending, failure, send, stop } = useSendArchive();
  const [newest] = data?.results ?? [];
  const isOpen = newest !== undefined && !['done', 'refused'].includes(newest.state);
  return (
    <div>
      <Title order={4}>{t('archives.bringAlong')}</Title>
      <Text size="sm" mt={4} mb="md">
        {t('archives.bringAlongText')}
      </Text>
      <Stack gap="md">
        {error && !data && (
          <ErrorState error={error} fallback={t('archives.loadFailed')} onRetry={() => void refetch()} />
        )}
        {sending ? (
          <SendingState sending={sending} onStop={stop} />
        ) : newest?.state === 'uploading' ? (
          <Interrupted archive={newest} onChosen={(file) => send(file, `/api/uploads/${newest.id}`)} />
        ) : (
          newest && <ImportState archive={newest} />
        )}
        {failure !== null && (
          <Text role="alert" c="red">
            {failure instanceof LimitBetweenError
              ? t('errors.tooLargeBetween')
              : errorText(t, failure, t('archives.sendFailed'))}
          </Text>
        )}
        {!sending && !isOpen && data && (
          <ChooseArchive label={t('archives.choose')} onChosen={(file) => send(file, null)} />
        )}
      </Stack>
    </div>
  );
}

function ChooseArchive({ label, onChosen }: { label: string; onChosen: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    currentTarget.value = '';
    if (file) onChosen(file);
  };
  return (
    <div>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        hidden
        aria-label={label}
        onChange={choose}
      />
      <Button variant="default" h={44} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </div>
  );
}

function SendingState({ sending, onStop }: { sending: Sending; onStop: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const { name, size, sent, isWaiting } = sending;
  return (
    <Stack gap="xs">
      <Text fw={600} truncate>
        {name}
      </Text>
      <Progress value={size > 0 ? (100 * sent) / size : 100} aria-label={t('archives.sending')} />
      <Group justify="space-between">
        <Text size="sm" c="dimmed" aria-live="polite">
          {isWaiting
            ? t('archives.waiting')
            : t('archives.sent', { sent: format.bytes(sent), size: format.bytes(size) })}
        </Text>
        <Button
          variant="subtle"
          color="gray"
          h={44}
          onClick={() => {
            onStop();
            void client.invalidateQueries({ queryKey: importsQuery.queryKey });
          }}
        >
          {t('archives.pause')}
        </Button>
      </Group>
    </Stack>
  );
}

/** An archive with missing bytes: choosing the same file resumes the upload. */
function Interrupted({ archive, onChosen }: { archive: ArchiveImport; onChosen: (file: File) => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const choose = (file: File) => {
    if (file.size === archive.total_bytes) onChosen(file);
    else toastError(t('archives.otherFile'));
  };
  const discard = () =>
    void dropSending(archive.id)
      .catch((error: unknown) => toastError(errorText(t, error, t('archives.discardFailed'))))
      .then(() => client.invalidateQueries({ queryKey: importsQuery.queryKey }));
  const { done_bytes: sent, total_bytes: size } = archive;
  return (
    <Stack gap="xs">
      <Text>{t('archives.interrupted', { sent: format.bytes(sent), size: format.bytes(size) })}</Text>
      <Group gap="sm">
        <ChooseArchive label={t('archives.goOn')} onChosen={choose} />
        <Button variant="subtle" color="gray" h={44} onClick={discard}>
          {t('archives.discard')}
        </Button>
      </Group>
    </Stack>
  );
}
