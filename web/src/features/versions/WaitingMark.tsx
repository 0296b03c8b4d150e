import { Badge } from '@mantine/core';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useScheduledTime } from './use-scheduled-time.ts';
import classes from './waiting.module.css';

/** "Draft", or when the client will see it. */
export function WaitingMark({ version: { ready_at } }: { version: Pick<Version, 'ready_at'> }) {
  const { t } = useTranslation();
  const scheduledTime = useScheduledTime();
  return (
    <Badge color="gray" variant="outline" className={classes.mark ?? ''}>
      {ready_at === null ? t('drafts.draft') : t('drafts.seenOn', { time: scheduledTime(ready_at) })}
    </Badge>
  );
}
