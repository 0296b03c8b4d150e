import { Alert, Button, Group, Loader, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ArchiveImport, ImportSummary } from '@vitrin/shared/contract/archives.ts';
import { errorText } from '../../../components/feedback/error-text.ts';
import { toastError } from '../../../components/feedback/toast.ts';
import { useFormat } from '../../../components/use-format.ts';
import { runImport, dropImport, importsQuery } from '../../../features/archives/api.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';

const NAMES_SHOWN = 10;

/** State of an uploaded archive, with the actions on it. */
export function ImportState({ archive }: { archive: ArchiveImport }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { state, problem, summary, done_bytes, total_bytes, ended_at } = archive;
  switch (state) {
    case 'uploading':
    case 'checking':
      return (
        <Group gap="sm" h={44} aria-live="polite">
          <Loader size="sm" />
          <Text>{t('archives.checking')}</Text>
        </Group>
      );
    case 'bringing':
      return (
        <Stack gap="xs">
          <Text aria-live="polite">{t('archives.bringing')}</Text>
          <Progress
            value={total_bytes > 0 ? (100 * done_bytes) / total_bytes : 100}
            aria-label={t('archives.bringing')}
          />
        </Stack>
      );
    case 'refused':
      return (
        <Text aria-live="polite" c="red">
          {problem}
        </Text>
      );
    case 'done':
      return (
        <div aria-live="polite">
          <Text fw={600}>{t('archives.done', { at: format.dateTime(ended_at ?? '') })}</Text>
          {summary && <Found summary={summary} />}
          {summary !== null && summary.customers > 0 && (
            <Text size="sm" mt={4}>
              {t('archives.doneNext')}
            </Text>
          )}
        </div>
      );
    case 'ready':
      break;
  }
  return (
    <Stack gap="sm">
      {summary && (
        <div aria-live="polite">
          <Text fw={600}>
            {t('archives.found', { name: summary.freelancer, at: format.dateTime(summary.made_at) })}
          </Text>
          <Found summary={summary} />
        </div>
      )}
      {problem !== null && (
        <Text role="alert" c="red">
          {problem}
        </Text>
      )}
      <Decide archive={archive} />
    </Stack>
  );
}

function Found({ summary }: { summary: ImportSummary }) {
  const { t } = useTranslation();
  const { projects, files, customers, missing, renamed, renamed_count } = summary;
  const said = renamed.slice(0, NAMES_SHOWN);
  const names = said.map(({ from, to }) => (to === null ? from : `${from} → ${to}`)).join(', ');
  const count = renamed_count - said.length;
  return (
    <>
      <Text size="sm">{t('archives.contents', { projects, files, customers })}</Text>
      {missing > 0 && (
        <Text size="sm" c="dimmed">
          {t('archives.missing', { count: missing })}
        </Text>
      )}
      {renamed.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('archives.renamed', {
            names: count > 0 ? t('archives.more', { names, count }) : names,
          })}
        </Text>
      )}
    </>
  );
}

function Decide({ archive: { id, brought_before } }: { archive: ArchiveImport }) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: importsQuery.queryKey });
  const start = useMutation({
    mutationFn: () => runImport(id, brought_before !== null),
    onError: (error) => toastError(errorText(t, error, t('archives.bringFailed'))),
    onSettled,
  });
  const discard = useMutation({
    mutationFn: () => dropImport(id),
    onError: (error) => toastError(errorText(t, error, t('archives.discardFailed'))),
    onSettled,
  });
  return (
    <>
      {brought_before !== null && (
        <Alert color="yellow" title={t('archives.before', { at: format.dateTime(brought_before) })}>
          {t('archives.beforeText')}
        </Alert>
      )}
      <Group gap="sm">
        <Button h={44} loading={start.isPending} onClick={() => start.mutate()}>
          {t(brought_before === null ? 'archives.bring' : 'archives.bringAgain')}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          h={44}
          loading={discard.isPending}
          onClick={() => discard.mutate()}
        >
          {t('archives.discard')}
        </Button>
      </Group>
    </>
  );
}
