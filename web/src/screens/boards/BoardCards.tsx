import { Menu, Text } from '@mantine/core';
import {
  IconArrowLeft,
  IconArrowRight,
  IconGripVertical,
  IconPencil,
  IconSearch,
  IconTrash,
} from '@tabler/icons-react';
import type { Board, Card } from '@vitrin/shared/contract/figures/boards.ts';
import { type ReactNode, createElement, useState } from 'react';
import { Link } from 'react-router';
import { toastFor } from '../../components/feedback/toast.ts';
import { UndoMessage } from '../../components/feedback/UndoMessage.tsx';
import { useActionError } from '../../components/feedback/use-action-error.ts';
import { ItemMenu } from '../../components/lists/ItemMenu.tsx';
import { useReorder } from '../../components/lists/use-reorder.ts';
import { useChangeCards, withMoved } from '../../features/analytics/boards/api.ts';
import { askOfCard } from '../../features/analytics/boards/card-asks.ts';
import { CardModal } from '../../features/analytics/boards/lazy-dialogs.ts';
import { useCardWords } from '../../features/analytics/boards/use-card-words.ts';
import { ChartCard } from '../../features/analytics/ChartCard.tsx';
import { addressOf } from '../../features/analytics/query/ask.ts';
import { QueryCard } from '../../features/analytics/query/QueryCard.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths } from '../../paths.ts';
import classes from './Boards.module.css';

/** Time to undo the removal of a card. */
const UNDO_MS = 10_000;

/** The cards of a board in their order, moved by mouse, finger or keys. */
export function BoardCards({ board }: { board: Board }) {
  const { t } = useTranslation();
  const showError = useActionError();
  const { mutateAsync } = useChangeCards(board.id);
  const [edited, setEdited] = useState<{ isOpen: boolean; card?: Card }>({ isOpen: false });
  const { cards } = board;
  /** Resolves to true once the change is stored. */
  const change = (to: (before: Card[]) => Card[]): Promise<boolean> =>
    mutateAsync(to).then(
      () => true,
      (error: unknown) => {
        showError(error);
        return false;
      },
    );
  const moveTo = (index: number, to: number) => {
    const card = cards[index];
    if (card) void change((before) => withMoved(before, card.id, to));
  };
  const { listProps, dragOf, movedTo } = useReorder<HTMLUListElement>(cards, moveTo);
  const remove = async (card: Card, index: number) => {
    const isRemoved = await change((before) => before.filter(({ id }) => id !== card.id));
    // A new card with a thing that is gone would be refused.
    if (!isRemoved || isGone(card)) return;
    toastFor(UNDO_MS, (hide) =>
      createElement(UndoMessage, {
        text: t('boards.removed', { title: card.title }),
        label: t('boards.undo'),
        onUndo: () => {
          hide();
          void change((before) => before.toSpliced(index, 0, { ...card, id: -card.id }));
        },
      }),
    );
  };
  return (
    <>
      <ul className={classes.cards} {...listProps}>
        {cards.map((card, index) => {
          const drag = dragOf(index);
          const isDragged = typeof drag === 'object';
          const actions = (
            <CardTools
              card={card}
              index={index}
              count={cards.length}
              onMove={(to) => moveTo(index, to)}
              onEdit={() => setEdited({ isOpen: true, card })}
              onRemove={() => void remove(card, index)}
            />
          );
          return (
            <li
              key={card.id}
              className={classes.card}
              data-place={index}
              data-dragged={isDragged || undefined}
              data-drop={isDragged ? undefined : drag}
              style={isDragged ? { translate: `${drag.x}px ${drag.y}px` } : undefined}
            >
              <ShownCard card={card} actions={actions} />
            </li>
          );
        })}
      </ul>
      <div aria-live="polite" className={classes.announcement}>
        {movedTo !== null && t('boards.moved', { place: movedTo + 1, count: cards.length })}
      </div>
      <CardModal
        board={board.id}
        card={edited.card}
        opened={edited.isOpen}
        onClose={() => setEdited((before) => ({ ...before, isOpen: false }))}
      />
    </>
  );
}

function isGone({ about }: Card): boolean {
  return about.some(({ name }) => name === null);
}

function ShownCard({ card, actions }: { card: Card; actions: ReactNode }) {
  const { t } = useTranslation();
  const { aboutCard } = useCardWords();
  const { title } = card;
  if (isGone(card))
    return (
      <ChartCard
        title={title}
        actions={actions}
        head={[]}
        rows={[]}
        instead={<Text c="dimmed">{t('boards.gone')}</Text>}
      />
    );
  return <QueryCard ask={askOfCard(card)} title={title} lead={aboutCard(card)} actions={actions} />;
}

type ToolsProps = {
  card: Card;
  /** Place on the board, from 0, and how many cards it has. */
  index: number;
  count: number;
  onMove: (to: number) => void;
  onEdit: () => void;
  onRemove: () => void;
};

function CardTools({ card, index, count, onMove, onEdit, onRemove }: ToolsProps) {
  const { t } = useTranslation();
  const { title } = card;
  return (
    <div className={classes.tools}>
      {count > 1 && (
        <button
          type="button"
          data-handle
          className={classes.tool}
          aria-label={t('boards.dragCard', { title })}
          title={t('boards.dragHint')}
        >
          <IconGripVertical size={18} aria-hidden />
        </button>
      )}
      <ItemMenu label={t('boards.actionsOfCard', { title })} className={classes.tool} width={220}>
        {!isGone(card) && (
          <>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
              {t('actions.edit')}
            </Menu.Item>
            <Menu.Item
              component={Link}
              to={`${paths.analytics}?${addressOf(askOfCard(card))}`}
              leftSection={<IconSearch size={16} />}
            >
              {t('boards.explore')}
            </Menu.Item>
          </>
        )}
        {index > 0 && (
          <Menu.Item leftSection={<IconArrowLeft size={16} />} onClick={() => onMove(index - 1)}>
            {t('boards.moveEarlier')}
          </Menu.Item>
        )}
        {index < count - 1 && (
          <Menu.Item leftSection={<IconArrowRight size={16} />} onClick={() => onMove(index + 1)}>
            {t('boards.moveLater')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item c="red" leftSection={<IconTrash size={16} />} onClick={onRemove}>
          {t('boards.remove')}
        </Menu.Item>
      </ItemMenu>
    </div>
  );
}
