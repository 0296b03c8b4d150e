import type { Activity } from '@vitrin/shared/contract/figures/activity.ts';
import { pastDay } from '../../components/past-day.ts';
import { useFormat } from '../../components/use-format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** Describes an activity as a sentence: "Deniz downloaded all 4 files of version 2.0". */
export function useActivityWords() {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ kind, username: who, version, file, link, fetched, played }: Activity): string => {
    const number = version?.version_number ?? '';
    if (kind === 'played') {
      const percent = played?.percent ?? 0;
      const values = { who, file: file?.name ?? '', percent: format.percent(percent) };
      return t(percent === 100 ? 'activity.played.whole' : 'activity.played.part', values);
    }
    if (kind === 'link_opened' && !link) return t('activity.did.some_link_opened', { who, number });
    if (kind !== 'downloaded')
      return t(`activity.did.${kind}`, { who, number, file: file?.name ?? '', link: link?.title ?? '' });
    if (!fetched) return who;
    const { files: count, complete, handed, percent } = fetched;
    const all = version?.file_count ?? count;
    const isWhole = complete === count;
    const values = { who, number, count, all, percent: format.percent(percent) };
    if (handed > 0 && percent === 0)
      return file
        ? t('activity.handed.file', { who, file: file.name })
        : t('activity.handed.files', { who, number, count: handed });
    // Without its version the file is named, since it may be one of many.
    if (file && (!version || !isWhole || all > 1))
      return t(isWhole ? 'activity.whole.file' : 'activity.part.file', { ...values, file: file.name });
    if (!isWhole) return t('activity.part.files', values);
    return t(count >= all ? 'activity.whole.all' : 'activity.whole.some', values);
  };
}

/** When that was, as people say it: "Tuesday 14:02". */
export function useActivityTime() {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  return (at: string): string => {
    const { kind, day } = format.pastDay(at);
    if (kind === 'date') return format.dateTime(at);
    // Compared with its own day, a moment is written as its time alone.
    const time = pastDay(i18n.language, at, Date.parse(at)).day;
    return kind === 'weekday' ? `${day} ${time}` : t(`activity.${kind}`, { time });
  };
}
