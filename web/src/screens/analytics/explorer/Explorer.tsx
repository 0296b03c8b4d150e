import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { csvAddress } from '../../../features/analytics/query/ask.ts';
import { QueryCard } from '../../../features/analytics/query/QueryCard.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AddToBoard } from './AddToBoard.tsx';
import { askIn, idIn, type Range } from './choice.ts';
import { ExplorerControls } from './ExplorerControls.tsx';
import classes from './Explorer.module.css';

type Props = {
  range: Range;
  /** A question can become a card of a board. */
  hasBoards: boolean;
};

/** Any question to the figures of a range; the question is in the address. */
export function Explorer({ range, hasBoards }: Props) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const ask = askIn(query, range);
  const board = hasBoards ? idIn(query, 'board') : undefined;
  const frame = useRef<HTMLDivElement>(null);
  // People who come from a board are here for a question.
  useEffect(() => {
    if (board !== undefined) frame.current?.scrollIntoView();
  }, [board]);
  return (
    <div className={classes.explorer} ref={frame}>
      <ExplorerControls ask={ask} />
      <QueryCard
        ask={ask}
        actions={
          <>
            {hasBoards && <AddToBoard wanted={board} />}
            <Button
              component="a"
              href={csvAddress(ask)}
              download
              variant="subtle"
              color="gray"
              h={44}
              px="sm"
              leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
            >
              {t('figures.csv')}
            </Button>
          </>
        }
      />
    </div>
  );
}
