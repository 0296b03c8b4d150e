import type { ReactNode } from 'react';
import classes from './Section.module.css';

type Props = {
  id: string;
  title: string;
  lead?: string;
  /** Heading and content side by side where there is room. */
  isSplit?: boolean;
  children: ReactNode;
};

/** A part of the landing page with its heading; `id` is the target of links within the page. */
export function Section({ id, title, lead, isSplit = false, children }: Props) {
  return (
    <section
      id={id}
      className={classes.section}
      data-split={isSplit || undefined}
      aria-labelledby={`${id}-title`}
    >
      <h2 id={`${id}-title`} className={classes.title}>
        {title}
      </h2>
      {lead && <p className={classes.lead}>{lead}</p>}
      <div className={classes.body}>{children}</div>
    </section>
  );
}
