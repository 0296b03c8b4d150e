import { ActionIcon, Anchor, Button, Menu, Skeleton, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDotsVertical, IconLayoutDashboard, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Board } from '@vitrin/shared/contract/figures/boards.ts';
import { Link, useNavigate, useParams } from 'react-router';
import { confirmDelete } from '../../components/feedback/confirm-delete.tsx';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { ErrorState } from '../../components/feedback/ErrorState.tsx';
import { LoadingNote } from '../../components/feedback/LoadingNote.tsx';
import { NotFound } from '../../components/feedback/NotFound.tsx';
import { useActionError } from '../../components/feedback/use-action-error.ts';
import { PageHeader } from '../../components/PageHeader.tsx';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { boardQuery, useDeleteBoard } from '../../features/analytics/boards/api.ts';
import { BoardNameModal } from '../../features/analytics/boards/lazy-dialogs.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ApiError } from '../../lib/api-error.ts';
import { paths } from '../../paths.ts';
import { BoardCards } from './BoardCards.tsx';
import { BoardMail } from './BoardMail.tsx';
import classes from './Boards.module.css';
import { BoardsLacking } from './BoardsLacking.tsx';
import { useHasBoards } from '../../features/analytics/boards/use-has-boards.ts';

/** Written out here, because only forms load the schemas. */
const MAX_CARDS = 12;

/** One board with its cards (specification 9.22). */
export function BoardScreen() {
  const { t } = useTranslation();
  const hasBoards = useHasBoards();
  const id = Number(/^[1-9]\d{0,8}$/.exec(useParams()['id'] ?? '')?.[0] ?? 0);
  const { data, error, refetch } = useQuery({ ...boardQuery(id), enabled: hasBoards && id > 0 });
  useDocumentTitle(data?.name ?? t('boards.title'));
  if (id === 0 || (error instanceof ApiError && error.status === 404)) return <NotFound />;
  return (
    <>
      <Anchor
        component={Link}
        to={paths.boards}
        size="sm"
        mih={44}
        display="inline-flex"
        style={{ alignItems: 'center' }}
      >
        {t('boards.title')}
      </Anchor>
      {!hasBoards ? (
        <>
          <PageHeader title={t('boards.title')} />
          <BoardsLacking />
        </>
      ) : data ? (
        <ShownBoard board={data} />
      ) : error ? (
        <ErrorState error={error} fallback={t('boards.failed')} onRetry={() => void refetch()} />
      ) : (
        <div aria-busy>
          <LoadingNote>{t('boards.loading')}</LoadingNote>
          <Skeleton height={44} mb="xl" />
          <div className={classes.cards}>
            <Skeleton height={400} radius="lg" />
            <Skeleton height={400} radius="lg" />
          </div>
        </div>
      )}
    </>
  );
}

function ShownBoard({ board }: { board: Board }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const showError = useActionError();
  const [isRenaming, renaming] = useDisclosure(false);
  const { mutate: remove } = useDeleteBoard();
  const { id, name, cards } = board;
  const askToDelete = () =>
    confirmDelete({
      title: t('boards.deleteTitle', { name }),
      message:
        cards.length === 0 ? t('boards.deleteEmpty') : t('boards.deleteMessage', { count: cards.length }),
      confirmLabel: t('actions.delete'),
      cancelLabel: t('actions.cancel'),
      onConfirm: () =>
        remove(id, {
          onSuccess: () => void navigate(paths.boards, { replace: true }),
          onError: (error) => showError(error),
        }),
    });
  const add = (
    <Button
      component={Link}
      to={paths.addToBoard(id)}
      h={44}
      leftSection={<IconPlus size={18} aria-hidden />}
    >
      {t('boards.addCard')}
    </Button>
  );
  return (
    <>
      <PageHeader title={name}>
        {cards.length > 0 && cards.length < MAX_CARDS && add}
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={44} aria-label={t('boards.actionsOf', { name })}>
              <IconDotsVertical size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={renaming.open}>
              {t('boards.rename')}
            </Menu.Item>
            <Menu.Item c="red" leftSection={<IconTrash size={16} />} onClick={askToDelete}>
              {t('actions.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </PageHeader>
      <BoardMail board={board} />
      {cards.length > 0 ? (
        <BoardCards board={board} />
      ) : (
        <EmptyState icon={IconLayoutDashboard} title={t('boards.noCards')} action={add}>
          <Text c="dimmed">{t('boards.noCardsMessage')}</Text>
        </EmptyState>
      )}
      <BoardNameModal board={board} opened={isRenaming} onClose={renaming.close} />
    </>
  );
}
