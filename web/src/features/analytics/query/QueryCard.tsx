import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AnalyticsAnswer } from '@vitrin/shared/contract/figures/analytics-query.ts';
import type { ReactNode } from 'react';
import { ErrorState } from '../../../components/feedback/ErrorState.tsx';
import { LoadingNote } from '../../../components/feedback/LoadingNote.tsx';
import { useFormat } from '../../../components/use-format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ChartCard } from '../ChartCard.tsx';
import { AnswerChart } from './AnswerChart.tsx';
import { AnswerTotal } from './AnswerTotal.tsx';
import { answerQuery } from './answer-query.ts';
import type { Ask } from './ask.ts';
import { filledRows } from './pivot.ts';
import { useAnswerWords } from './use-answer-words.ts';

/** Rows that the table shows; a spreadsheet has them all. */
const MOST_ROWS = 200;

type Props = {
  ask: Ask;
  /** Default: the measure and its dimensions. */
  title?: string;
  /** Says what is shown; default: the rule by which the measure counts. */
  lead?: string;
  /** Controls at the right of the title. */
  actions?: ReactNode;
};

/** One question of the API's figures as a card: its total, a chart, and a table. Needs the texts `figures` and `tools`. */
export function QueryCard({ ask, title, lead, actions }: Props) {
  const { t } = useTranslation();
  const { titleOf } = useAnswerWords();
  const { data, error, refetch } = useQuery(answerQuery(ask));
  const card = { title: title ?? titleOf(data ?? ask), actions };
  const table = useTable(data);
  const instead =
    error && !data ? (
      <ErrorState error={error} fallback={t('figures.failed')} onRetry={() => void refetch()} />
    ) : !data ? (
      <div aria-busy>
        <LoadingNote>{t('figures.loading')}</LoadingNote>
        <Skeleton height={34} width={120} mb="md" />
        {ask.by.length > 0 && <Skeleton height={240} />}
      </div>
    ) : !hasFigures(data) ? (
      <Empty answer={data} />
    ) : data.by.length === 0 ? (
      <AnswerTotal answer={data} />
    ) : undefined;
  return (
    <ChartCard
      {...card}
      {...table}
      lead={lead ?? t(`figures.counts.${(data ?? ask).measure}`)}
      figures={data && <Figures answer={data} />}
      instead={instead}
    >
      {data && <AnswerChart answer={data} />}
    </ChartCard>
  );
}

function hasFigures({ rows, total }: AnalyticsAnswer): boolean {
  return filledRows(rows).length > 0 || Boolean(total.value) || Boolean(total.before);
}

function Empty({ answer: { from, to } }: { answer: AnalyticsAnswer }) {
  const { t } = useTranslation();
  const format = useFormat();
  return <Text c="dimmed">{t('figures.none', { from: format.day(from), to: format.day(to) })}</Text>;
}

/** The whole, and a word on an answer with one row that says something, or with more than are shown. */
function Figures({ answer }: { answer: AnalyticsAnswer }) {
  const { t } = useTranslation();
  const { keyOf } = useAnswerWords();
  const { by, rows } = answer;
  const [only, ...others] = filledRows(rows);
  const names = by.map((name, index) => (only?.keys[index] ? keyOf(name, only.keys[index]) : ''));
  return (
    <>
      <AnswerTotal answer={answer} />
      {only && others.length === 0 && <Text mb="sm">{t('figures.only', { what: names.join(', ') })}</Text>}
      {rows.length > MOST_ROWS && (
        <Text size="sm" c="dimmed" mb="sm">
          {t('figures.firstRows', { count: MOST_ROWS })}
        </Text>
      )}
    </>
  );
}

function useTable(answer: AnalyticsAnswer | undefined) {
  const { t } = useTranslation();
  const { wholeKeyOf, valueOf } = useAnswerWords();
  if (!answer) return { head: [], rows: [] };
  const { by, rows, unit, measure, total } = answer;
  const isLength = total.p90 !== null;
  const isCompared = total.before !== null;
  return {
    head: [
      ...by.map((name) => t(`figures.dimension.${name}`)),
      t(`figures.measure.${measure}`),
      ...(isLength ? [t('figures.p90Head')] : []),
      ...(isCompared ? [t('figures.timeBefore')] : []),
    ],
    rows: rows.slice(0, MOST_ROWS).map(({ keys, value, p90, before }) => ({
      key: keys.map(({ key }) => key).join(' '),
      cells: [
        ...keys.map((key, index) => (
          <span key={index} dir="auto">
            {wholeKeyOf(by[index] ?? 'project', key)}
          </span>
        )),
        valueOf(unit, value),
        ...(isLength ? [valueOf(unit, p90)] : []),
        ...(isCompared ? [valueOf(unit, before)] : []),
      ],
    })),
  };
}
