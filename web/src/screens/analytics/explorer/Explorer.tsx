import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { csvAddress } from '../../../features/analytics/query/ask.ts';
import { QueryCard } from '../../../features/analytics/query/QueryCard.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { askIn, type Range } from './choice.ts';
import { ExplorerControls } from './ExplorerControls.tsx';
import classes from './Explorer.module.css';

/** Any question to the figures of a range; the question is in the address. */
export function Explorer({ range }: { range: Range }) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const ask = askIn(query, range);
  return (
    <div className={classes.explorer}>
      <ExplorerControls ask={ask} />
      <QueryCard
        ask={ask}
        actions={
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
        }
      />
    </div>
  );
}
