import { Text } from '@mantine/core';
import type { Activity } from '@vitrin/shared/contract/figures/activity.ts';
import { useFormat } from '../../../components/use-format.ts';
import { useActivityTime, useActivityWords } from '../../../features/analytics/activity-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';

/** Event of a client with its time and kind of device; an item of a list. */
export function ActivityRow({ activity }: { activity: Activity }) {
  const { t } = useTranslation();
  const wordsOf = useActivityWords();
  const timeOf = useActivityTime();
  const format = useFormat();
  const { at, fetched, played, brought } = activity;
  const device = (fetched ?? played)?.device;
  const from = [brought?.freelancer, brought?.installation].filter(Boolean).join(', ');
  return (
    <Text component="li" size="sm" style={{ listStyle: 'none', overflowWrap: 'anywhere' }}>
      <Text size="sm" lineClamp={3}>
        {wordsOf(activity)}
      </Text>
      <Text size="sm" c="dimmed">
        <time dateTime={at}>{timeOf(at)}</time>
        {device && ` · ${t(`activity.device.${device}`)}`}
      </Text>
      {brought && (
        <Text size="sm" c="dimmed">
          {t(from ? 'activity.brought.known' : 'activity.brought.unknown', {
            from,
            date: format.date(brought.at),
          })}
        </Text>
      )}
    </Text>
  );
}
