import { Anchor, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ErrorState } from '../../../components/feedback/ErrorState.tsx';
import { LoadingNote } from '../../../components/feedback/LoadingNote.tsx';
import { PageControls } from '../../../components/lists/PageControls.tsx';
import { loadWithTexts } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { activityQuery, versionReceiversQuery } from '../../../features/analytics/api.ts';
import { FileName } from '../../../features/files/grid/FileName.tsx';
import { countWork } from '../../../features/notices/client-mail-api.ts';
import { waitingIn } from '../../../features/versions/waiting.ts';
import classes from '../ProjectPage.module.css';
import { ActivityRow } from './ActivityRow.tsx';
import { ClientNotices } from './ClientNotices.tsx';
import own from './ProjectActivity.module.css';
import { useNow } from '../../../components/rendered-clock.ts';

const ImportedReceipts = lazy(async () => ({
  default: (await loadWithTexts(['tools'], () => import('./ImportedReceipts.tsx'))).ImportedReceipts,
}));

/** Rows of a page, as the server gives them when none are asked for. */
const PAGE_SIZE = 10;

/** Names of unopened files that are listed before the rest is counted. */
const MOST_NAMES = 3;

/** Deliveries of a project for the freelancer: received files by client, unopened files, and the receipt. */
export function Activity({ project }: { project: Project }) {
  const { t, i18n } = useTranslation();
  const receipt = `/api/projects/${project.id}/receipt/`;
  const now = useNow();
  const waiting = waitingIn(project.versions, now());
  const newest = project.versions.findLast(({ id }) => !waiting.has(id));
  const [query] = useSearchParams();
  const reminded = project.versions.find(({ id }) => String(id) === query.get('remind'));
  const shown = reminded ?? newest;
  return (
    <section className={classes.card} aria-labelledby="activity">
      <Title order={2} id="activity" size="h3" mb="sm">
        {t('activity.title')}
      </Title>
      {project.customer !== null && shown && countWork(shown) > 0 && (
        <ClientNotices key={shown.id} version={shown} />
      )}
      {project.customer !== null && newest && newest.file_count > 0 && <Unopened versionId={newest.id} />}
      <Rows projectId={project.id} />
      <Group gap="0 16px" mt="md">
        <Anchor href={`${receipt}?format=pdf&language=${i18n.language}`} size="sm" download>
          {t('activity.receipt')}
        </Anchor>
        <Anchor href={receipt} size="sm" download>
          {t('activity.receiptSigned')}
        </Anchor>
        <Suspense fallback={null}>
          <ImportedReceipts projectId={project.id} />
        </Suspense>
      </Group>
    </section>
  );
}

function Unopened({ versionId }: { versionId: number }) {
  const { t } = useTranslation();
  const { data } = useQuery(versionReceiversQuery(versionId));
  if (!data || data.unopened.count === 0) return null;
  const named = data.unopened.files.slice(0, MOST_NAMES);
  const rest = data.unopened.count - named.length;
  return (
    <div className={own.unopened}>
      <Text id="unopened" size="sm" fw={550}>
        {t('activity.unopened')}
      </Text>
      <ul aria-labelledby="unopened">
        {named.map(({ id, name }) => (
          <li key={id}>
            <FileName name={name} />
          </li>
        ))}
        {rest > 0 && <li>{t('activity.more', { count: rest })}</li>}
      </ul>
    </div>
  );
}

function Rows({ projectId }: { projectId: number }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const { data, error, isPlaceholderData, refetch } = useQuery(activityQuery(projectId, page));
  if (error && !data)
    return <ErrorState error={error} fallback={t('activity.failed')} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div aria-busy>
        <LoadingNote>{t('activity.loading')}</LoadingNote>
        <Skeleton height={120} />
      </div>
    );
  if (data.count === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('activity.empty')}
      </Text>
    );
  return (
    <>
      <Stack component="ul" gap="sm" m={0} p={0} opacity={isPlaceholderData ? 0.6 : 1}>
        {data.results.map((activity) => (
          <ActivityRow key={JSON.stringify(activity)} activity={activity} />
        ))}
      </Stack>
      <PageControls of={data} page={page} pageSize={PAGE_SIZE} onChange={setPage} />
    </>
  );
}
