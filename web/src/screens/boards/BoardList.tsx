import { Badge, Menu, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import type { BoardHead } from '@vitrin/shared/contract/figures/boards.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { confirmDelete } from '../../components/feedback/confirm-delete.tsx';
import { useActionError } from '../../components/feedback/use-action-error.ts';
import covering from '../../components/lists/CoveringLink.module.css';
import rows from '../../components/lists/FramedRows.module.css';
import { ItemMenu } from '../../components/lists/ItemMenu.tsx';
import { type ItemDrag, useReorder } from '../../components/lists/use-reorder.ts';
import { useDeleteBoard, useMoveBoard } from '../../features/analytics/boards/api.ts';
import { BoardNameModal } from '../../features/analytics/boards/lazy-dialogs.ts';
import { useCardWords } from '../../features/analytics/boards/use-card-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths } from '../../paths.ts';
import classes from './Boards.module.css';

type Props = {
  boards: readonly BoardHead[];
  /** The plan has no boards: they can be deleted, and nothing else. */
  isStopped: boolean;
};

/** Boards as rows, moved by mouse, finger or keys. */
export function BoardList({ boards, isStopped }: Props) {
  const { t } = useTranslation();
  const showError = useActionError();
  const { mutate: move } = useMoveBoard();
  const { mutate: remove } = useDeleteBoard();
  const [renamed, setRenamed] = useState<{ isOpen: boolean; board?: BoardHead }>({ isOpen: false });
  const onError = (error: unknown) => showError(error);
  const moveTo = (index: number, to: number) => {
    const board = boards[index];
    if (board) move({ id: board.id, to }, { onError });
  };
  const { listProps, dragOf, movedTo } = useReorder<HTMLUListElement>(boards, moveTo, 1);
  const askToDelete = ({ id, name, card_count: count }: BoardHead) =>
    confirmDelete({
      title: t('boards.deleteTitle', { name }),
      message: count === 0 ? t('boards.deleteEmpty') : t('boards.deleteMessage', { count }),
      confirmLabel: t('actions.delete'),
      cancelLabel: t('actions.cancel'),
      onConfirm: () => remove(id, { onError }),
    });
  return (
    <>
      <ul className={`${rows.rows} ${classes.rows}`} {...(!isStopped && listProps)}>
        {boards.map((board, index) => (
          <BoardRow
            key={board.id}
            board={board}
            index={index}
            count={boards.length}
            isStopped={isStopped}
            drag={dragOf(index)}
            onMove={(to) => moveTo(index, to)}
            onRename={() => setRenamed({ isOpen: true, board })}
            onDelete={() => askToDelete(board)}
          />
        ))}
      </ul>
      <div aria-live="polite" className={classes.announcement}>
        {movedTo !== null && t('boards.moved', { place: movedTo + 1, count: boards.length })}
      </div>
      <BoardNameModal
        board={renamed.board}
        opened={renamed.isOpen}
        onClose={() => setRenamed((before) => ({ ...before, isOpen: false }))}
      />
    </>
  );
}

type RowProps = {
  board: BoardHead;
  /** Place in the list, from 0, and how many there are. */
  index: number;
  count: number;
  isStopped: boolean;
  drag: ItemDrag | undefined;
  onMove: (to: number) => void;
  onRename: () => void;
  onDelete: () => void;
};

function BoardRow({ board, index, count, isStopped, drag, onMove, onRename, onDelete }: RowProps) {
  const { t } = useTranslation();
  const { mailOf } = useCardWords();
  const { id, name, card_count: cards } = board;
  const isDragged = typeof drag === 'object';
  return (
    <li
      className={`${rows.row} ${classes.row}`}
      data-place={index}
      data-dragged={isDragged || undefined}
      data-drop={isDragged ? undefined : drag}
      style={isDragged ? { translate: `0 ${drag.y}px` } : undefined}
    >
      <div className={rows.what}>
        {isStopped ? (
          <>
            <Text component="span" fw={550} dir="auto" mr="xs">
              {name}
            </Text>
            <Badge variant="default">{t('boards.stopped')}</Badge>
          </>
        ) : (
          <Link to={paths.board(id)} className={`${covering.covering} ${classes.name}`} dir="auto">
            {name}
          </Link>
        )}
        <Text size="sm" c="dimmed">
          {t('boards.cards', { count: cards })}
          {!isStopped && board.mail !== null && ` · ${mailOf(board)}`}
        </Text>
      </div>
      <div className={classes.tools}>
        {!isStopped && count > 1 && (
          <button
            type="button"
            data-handle
            className={classes.tool}
            aria-label={t('boards.drag', { name })}
            title={t('boards.dragHint')}
          >
            <IconGripVertical size={18} aria-hidden />
          </button>
        )}
        <ItemMenu label={t('boards.actionsOf', { name })} className={classes.tool} width={200}>
          {!isStopped && (
            <>
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={onRename}>
                {t('boards.rename')}
              </Menu.Item>
              {index > 0 && (
                <Menu.Item leftSection={<IconArrowUp size={16} />} onClick={() => onMove(index - 1)}>
                  {t('boards.moveUp')}
                </Menu.Item>
              )}
              {index < count - 1 && (
                <Menu.Item leftSection={<IconArrowDown size={16} />} onClick={() => onMove(index + 1)}>
                  {t('boards.moveDown')}
                </Menu.Item>
              )}
              <Menu.Divider />
            </>
          )}
          <Menu.Item c="red" leftSection={<IconTrash size={16} />} onClick={onDelete}>
            {t('actions.delete')}
          </Menu.Item>
        </ItemMenu>
      </div>
    </li>
  );
}
