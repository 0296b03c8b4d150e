import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLayoutDashboard } from '@tabler/icons-react';
import type { Board } from '@vitrin/shared/contract/figures/boards.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { toastSuccess } from '../../../components/feedback/toast.ts';
import { useLatestAddress } from '../../../components/lists/use-latest-address.ts';
import { AddToBoardModal } from '../../../features/analytics/boards/lazy-dialogs.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { paths } from '../../../paths.ts';
import { askIn, rangeIn } from './choice.ts';

type Props = {
  /** The board that the question is asked for; it is shown once it has the card. */
  wanted: number | undefined;
};

/** Makes the question of the address a card of a board, also one that was chosen and is not rendered yet. */
export function AddToBoard({ wanted }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const latestAddress = useLatestAddress();
  const [isOpen, dialog] = useDisclosure(false);
  const latestAsk = () => {
    const query = new URLSearchParams(latestAddress()?.search);
    return askIn(query, rangeIn(query, true));
  };
  const [ask, setAsk] = useState(latestAsk);
  const open = () => {
    setAsk(latestAsk());
    dialog.open();
  };
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
        onClick={open}
      >
        {t('boards.add')}
      </Button>
      <AddToBoardModal ask={ask} wanted={wanted} opened={isOpen} onClose={dialog.close} onAdded={onAdded} />
    </>
  );
}
