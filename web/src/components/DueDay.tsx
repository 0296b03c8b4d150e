import classes from './DueDay.module.css';
import { useFormat } from './use-format.ts';

type Props = {
  /** A calendar day such as 2026-11-20. */
  day: string;
  /** For readers who are not the ones to deliver: a day that is past is neither counted nor coloured. */
  isQuiet: boolean;
};

/** "Friday", "in 3 weeks": a promised day in the reader's words, the exact one on hover and for screen readers. */
export function DueDay({ day, isQuiet }: Props) {
  const format = useFormat();
  const { words, isPast } = format.dueDay(day, isQuiet);
  const exact = format.wholeDay(day);
  return (
    <time dateTime={day} title={exact} className={classes.day} data-late={(isPast && !isQuiet) || undefined}>
      <span aria-hidden>{words}</span>
      <span className={classes.exact}>{exact}</span>
    </time>
  );
}
