import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import classes from './MilestoneBar.module.css';

/** More segments would be too narrow to count. */
const MOST_SEGMENTS = 12;

/** The milestones as one bar, a segment each; leads to their list. */
export function MilestoneBar({ milestones }: { milestones: readonly Milestone[] }) {
  const { t } = useTranslation();
  const done = milestones.filter(({ completed }) => completed).length;
  const count = milestones.length;
  return (
    <a
      href="#milestones"
      className={classes.bar}
      data-all={done === count || undefined}
      aria-label={t('milestones.doneOf', { done, count })}
    >
      {count <= MOST_SEGMENTS ? (
        milestones.map(({ id, completed }) => (
          <span key={id} className={classes.segment} data-done={completed || undefined} />
        ))
      ) : (
        <>
          <span className={classes.segment} data-done style={{ flexGrow: done }} />
          <span className={classes.segment} style={{ flexGrow: count - done }} />
        </>
      )}
    </a>
  );
}
