import type { Board, BoardHead, Card } from '@vitrin/shared/contract/boards.ts';
import { useFormat } from '../../../components/use-format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useAnswerWords } from '../query/use-answer-words.ts';

/** Boards and their cards in words. Needs the texts `boards` and `figures`. */
export function useCardWords() {
  const { t } = useTranslation();
  const format = useFormat();
  const { titleOf } = useAnswerWords();
  return {
    /** The question, unless the title says it, its days and what it is narrowed to. */
    aboutCard: ({ title, query, range, from, to, about }: Card): string =>
      [
        ...(titleOf(query) === title ? [] : [titleOf(query)]),
        ...(range === 'fixed' ? [] : [t(`boards.ranges.${range}`)]),
        t('boards.days', { from: format.day(from), to: format.day(to) }),
        ...about.map(({ kind, name }) =>
          kind === 'version' ? t('figures.version', { number: name }) : name,
        ),
      ].join(' · '),
    /** "By email every Monday, next on …" */
    mailOf: ({ mail, next_mail_at: next }: Pick<BoardHead | Board, 'mail' | 'next_mail_at'>): string =>
      mail === null
        ? t('boards.mail.none')
        : t(`boards.mail.${mail}`, { time: next && format.dateTime(next) }),
  };
}
