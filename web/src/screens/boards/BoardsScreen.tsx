import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLayoutDashboard, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { ErrorState } from '../../components/feedback/ErrorState.tsx';
import { LoadingNote } from '../../components/feedback/LoadingNote.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { boardsQuery } from '../../features/analytics/boards/api.ts';
import { BoardNameModal } from '../../features/analytics/boards/lazy-dialogs.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths } from '../../paths.ts';
import { BoardList } from './BoardList.tsx';
import { BoardsLacking } from './BoardsLacking.tsx';
import { useHasBoards } from '../../features/analytics/boards/use-has-boards.ts';

/** Written out here, because only forms load the schemas. */
const MAX_BOARDS = 20;

/** A freelancer's boards; under a plan without them those of before, stopped (specification 9.22). */
export function BoardsScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const hasBoards = useHasBoards();
  const [isMaking, making] = useDisclosure(false);
  const { data, error, refetch } = useQuery(boardsQuery);
  useDocumentTitle(t('boards.title'));
  const make = (
    <Button h={44} leftSection={<IconPlus size={18} aria-hidden />} onClick={making.open}>
      {t('boards.new')}
    </Button>
  );
  const isFull = (data?.length ?? 0) >= MAX_BOARDS;
  return (
    <>
      <Anchor
        component={Link}
        to={paths.analytics}
        size="sm"
        mih={44}
        display="inline-flex"
        style={{ alignItems: 'center' }}
      >
        {t('analytics.title')}
      </Anchor>
      <PageHeader title={t('boards.title')}>{hasBoards && data?.length && !isFull ? make : null}</PageHeader>
      {!hasBoards && <BoardsLacking />}
      {error && !data ? (
        <ErrorState error={error} fallback={t('boards.failed')} onRetry={() => void refetch()} />
      ) : !data ? (
        <div aria-busy>
          <LoadingNote>{t('boards.loading')}</LoadingNote>
          <Skeleton height={200} radius="md" />
        </div>
      ) : data.length > 0 ? (
        <>
          {!hasBoards && (
            <Text mt="xl" mb="md">
              {t('boards.kept')}
            </Text>
          )}
          <BoardList boards={data} isStopped={!hasBoards} />
          {hasBoards && isFull && (
            <Text size="sm" c="dimmed" mt="md">
              {t('boards.full', { count: MAX_BOARDS })}
            </Text>
          )}
        </>
      ) : hasBoards ? (
        <EmptyState icon={IconLayoutDashboard} title={t('boards.emptyTitle')} action={make}>
          <Text c="dimmed">{t('boards.emptyMessage')}</Text>
        </EmptyState>
      ) : null}
      <BoardNameModal
        opened={isMaking}
        onClose={making.close}
        onMade={({ id }) => void navigate(paths.board(id))}
      />
    </>
  );
}
