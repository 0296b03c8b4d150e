import { Button } from '@mantine/core';
import { IconClock, IconEyeOff } from '@tabler/icons-react';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useScheduledTime } from './use-scheduled-time.ts';
import { useMakeReady } from './use-make-ready.ts';
import classes from './waiting.module.css';

/** Says that only the freelancer sees this version, until when, and makes it ready by one click. */
export function WaitingNote({ version }: { version: Version }) {
  const { t } = useTranslation();
  const scheduledTime = useScheduledTime();
  const { makeReady, isPending } = useMakeReady();
  const { ready_at } = version;
  const Icon = ready_at === null ? IconEyeOff : IconClock;
  return (
    <div className={classes.note}>
      <p className={classes.text}>
        <Icon size={18} stroke={1.7} aria-hidden />
        <span>
          {ready_at === null
            ? t('drafts.onlyYou')
            : t('drafts.onlyYouUntil', { time: scheduledTime(ready_at) })}
        </span>
      </p>
      <Button variant="light" h={44} loading={isPending} onClick={() => void makeReady(version)}>
        {t('drafts.makeReady')}
      </Button>
    </div>
  );
}
