import { useNow, useRenderedClock } from '../../components/rendered-clock.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { formatScheduled } from './format-scheduled.ts';

/** Says when something to come will be, in the reader's language and time zone. */
export function useScheduledTime(): (timestamp: string) => string {
  const { i18n } = useTranslation();
  const clock = useRenderedClock();
  const now = useNow();
  return (timestamp) => formatScheduled(i18n.language, timestamp, now(), clock?.timeZone);
}
