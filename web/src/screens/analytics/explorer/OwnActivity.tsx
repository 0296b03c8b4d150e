import { Skeleton } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import type { Measure } from '@vitrin/shared/contract/figures/analytics-query.ts';
import { ErrorState } from '../../../components/feedback/ErrorState.tsx';
import { LoadingNote } from '../../../components/feedback/LoadingNote.tsx';
import { answerQuery } from '../../../features/analytics/query/answer-query.ts';
import { useAnswerWords } from '../../../features/analytics/query/use-answer-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ActivityCard } from '../ActivityCard.tsx';
import { lengthOf, type Range, timeFor } from './choice.ts';

const SHOWN = ['opens', 'looks', 'downloads'] as const satisfies readonly Measure[];

/** Client activity of a range that has no length of its own: by day, week or month, beside as many days before. */
export function OwnActivity({ range }: { range: Range }) {
  const { t } = useTranslation();
  const { keyOf } = useAnswerWords();
  const time = timeFor(range);
  const answers = useQueries({
    queries: SHOWN.map((measure) => answerQuery({ measure, by: [time], ...range, compare: true })),
  });
  const failed = answers.find(({ error, data }) => error && !data);
  if (failed)
    return (
      <ErrorState
        error={failed.error}
        fallback={t('analytics.loadFailed')}
        onRetry={() => answers.forEach(({ refetch }) => void refetch())}
      />
    );
  const [views, previews, downloads] = answers.map(({ data }) => data);
  if (!views || !previews || !downloads)
    return (
      <div aria-busy>
        <LoadingNote>{t('figures.loading')}</LoadingNote>
        <Skeleton height={340} radius="lg" />
      </div>
    );
  const activity = views.rows.map(({ keys: [key], value }, index) => ({
    day: key?.key ?? '',
    views: value ?? 0,
    previews: previews.rows[index]?.value ?? 0,
    downloads: downloads.rows[index]?.value ?? 0,
  }));
  return (
    <ActivityCard
      activity={activity}
      before={{
        views: views.total.before ?? 0,
        previews: previews.total.before ?? 0,
        downloads: downloads.total.before ?? 0,
      }}
      length={lengthOf(range)}
      time={{ head: t(`figures.dimension.${time}`), labelOf: (key) => keyOf(time, { key, name: null }) }}
    />
  );
}
