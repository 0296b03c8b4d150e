import type { BoardHead, Card } from '@vitrin/shared/contract/figures/boards.ts';
import { useFormat } from '../../../components/use-format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useAnswerWords } from '../query/use-answer-words.ts';

/** Boards and their cards in words. Needs the texts `boards` and `figures`. */
export function useCardWords() {
  const { t } = useTranslation();
  const format = useFormat();
  const { titleOf } = useAnswerWords();
  return {
    /** The question, unless the title says it, its days and its filters. */
    aboutCard: ({ title, query, range, from, to, about }: Card): string =>
      [
        ...(titleOf(query) === title ? [] : [titleOf(query)]),
        ...(range === 'fixed'
          ? [t('boards.days', { from: format.day(from), to: format.day(to) })]
          : [
              t(`boards.ranges.${range}`),
              t('boards.days', { from: format.dayShort(from), to: format.dayShort(to) }),
            ]),
        ...about.map(({ kind, name }) =>
          kind === 'version' ? t('figures.version', { number: name }) : name,
        ),
      ].join(' · '),
    /** "By email every Monday" */
    mailOf: ({ mail }: Pick<BoardHead, 'mail'>): string | null => mail && t(`boards.mail.${mail}`),
  };
}
