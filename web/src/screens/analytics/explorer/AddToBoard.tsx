import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLayoutDashboard } from '@tabler/icons-react';
import type { Board } from '@vitrin/shared/contract/boards.ts';
import { useNavigate } from 'react-router';
import { toastSuccess } from '../../../components/feedback/toast.ts';
import { AddToBoardModal } from '../../../features/analytics/boards/lazy-dialogs.ts';
import type { Ask } from '../../../features/analytics/query/ask.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { paths } from '../../../paths.ts';

type Props = {
  ask: Ask;
  /** The board that the question is asked for; it is shown once it has the card. */
  wanted: number | undefined;
};

/** Makes a question a card of a board. */
export function AddToBoard({ ask, wanted }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isOpen, dialog] = useDisclosure(false);
  const onAdded = ({ id, name }: Board) => {
    toastSuccess(t('boards.added', { name }));
    if (id === wanted) void navigate(paths.board(id));
  };
  return (
    <>
      <Button
        variant={wanted === undefined ? 'subtle' : 'filled'}
        {...(wanted === undefined && { color: 'gray' })}
        h={44}
        px="sm"
        leftSection={<IconLayoutDashboard size={16} stroke={1.7} aria-hidden />}
        onClick={dialog.open}
      >
        {t('boards.add')}
      </Button>
      <AddToBoardModal ask={ask} wanted={wanted} opened={isOpen} onClose={dialog.close} onAdded={onAdded} />
    </>
  );
}
