import { Box, Button, Group, Loader, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ArchiveExport } from '@vitrin/shared/contract/archives.ts';
import { ErrorState } from '../../../components/feedback/ErrorState.tsx';
import { errorText } from '../../../components/feedback/error-text.ts';
import { toastError } from '../../../components/feedback/toast.ts';
import { useFormat } from '../../../components/use-format.ts';
import { ARCHIVE_ADDRESS, beginExport, exportQuery } from '../../../features/archives/api.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';

/** Has an archive of everything made, and downloads it. */
export function ExportPart() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(exportQuery);
  return (
    <div>
      <Title order={4}>{t('archives.takeAlong')}</Title>
      <Text size="sm" mt={4} mb="md">
        {t('archives.takeAlongText')}
      </Text>
      {data ? (
        <CurrentArchive archive={data.export} />
      ) : error ? (
        <ErrorState error={error} fallback={t('archives.loadFailed')} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={44} width={220} />
      )}
    </div>
  );
}

function CurrentArchive({ archive }: { archive: ArchiveExport | null }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const begin = useMutation({
    mutationFn: beginExport,
    onSuccess: (made) => client.setQueryData(exportQuery.queryKey, { export: made }),
    onError: (error) => toastError(errorText(t, error, t('archives.beginFailed'))),
  });
  const isReady = archive?.state === 'ready';
  return (
    <Stack gap={0} align="flex-start">
      <Box aria-live="polite" mb={archive ? 'sm' : 0}>
        {archive?.state === 'making' && (
          <Group gap="sm" h={44}>
            <Loader size="sm" />
            <Text>{t('archives.making')}</Text>
          </Group>
        )}
        {archive?.state === 'failed' && <Text c="red">{t('archives.tooLarge')}</Text>}
        {isReady && <ReadyText archive={archive} />}
      </Box>
      {archive?.state !== 'making' && (
        <Group gap="sm">
          {isReady && (
            <Button component="a" href={ARCHIVE_ADDRESS} download h={44}>
              {t('archives.download')}
            </Button>
          )}
          <Button
            variant={isReady ? 'subtle' : 'default'}
            h={44}
            loading={begin.isPending}
            onClick={() => begin.mutate()}
          >
            {t(isReady ? 'archives.prepareAgain' : 'archives.prepare')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function ReadyText({ archive }: { archive: ArchiveExport }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { projects, files, size_bytes, made_at, missing, expires_at } = archive;
  return (
    <>
      <Text fw={600}>
        {t('archives.ready', {
          projects: projects ?? 0,
          files: files ?? 0,
          size: format.bytes(size_bytes ?? 0),
        })}
      </Text>
      <Text size="sm" c="dimmed">
        {t('archives.moment', { at: format.dateTime(made_at ?? ''), until: format.dateTime(expires_at) })}
      </Text>
      {missing !== null && missing > 0 && (
        <Text size="sm" c="red" mt={4}>
          {t('archives.missing', { count: missing })}
        </Text>
      )}
    </>
  );
}
