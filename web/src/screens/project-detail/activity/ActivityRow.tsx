import { Text } from '@mantine/core';
import type { Activity } from '@vitrin/shared/contract/activity.ts';
import { useActivityTime, useActivityWords } from '../../../features/analytics/activity-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';

/** What somebody did, when, and on which kind of device; an item of a list. */
export function ActivityRow({ activity }: { activity: Activity }) {
  const { t } = useTranslation();
  const wordsOf = useActivityWords();
  const timeOf = useActivityTime();
  const { at, fetched, played } = activity;
  const device = (fetched ?? played)?.device;
  return (
    <Text component="li" size="sm" style={{ listStyle: 'none', overflowWrap: 'anywhere' }}>
      {wordsOf(activity)}
      <Text size="sm" c="dimmed">
        <time dateTime={at}>{timeOf(at)}</time>
        {device && ` · ${t(`activity.device.${device}`)}`}
      </Text>
    </Text>
  );
}
