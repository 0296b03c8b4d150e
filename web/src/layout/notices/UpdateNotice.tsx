import { Button, Paper, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isNewBuildOut } from '../../lib/code/new-build.ts';
import classes from './UpdateNotice.module.css';

const CHECK_EVERY_MS = 5 * 60 * 1000;

/** Offers to reload for a newer build; checks when the tab is shown again, at most every five minutes. */
export function UpdateNotice() {
  const { t } = useTranslation();
  const [isOut, setOut] = useState(false);

  useEffect(() => {
    let checkedAt = Date.now();
    const check = () => {
      if (document.visibilityState !== 'visible' || Date.now() - checkedAt < CHECK_EVERY_MS) return;
      checkedAt = Date.now();
      void isNewBuildOut().then((isNew) => isNew && setOut(true));
    };
    document.addEventListener('visibilitychange', check);
    return () => document.removeEventListener('visibilitychange', check);
  }, []);

  if (!isOut) return null;
  return (
    <Paper component="output" className={classes.notice} p="md" shadow="md">
      <Text size="sm">{t('shell.newBuild')}</Text>
      <Button size="sm" onClick={() => location.reload()}>
        {t('shell.reload')}
      </Button>
    </Paper>
  );
}
