import type { Project } from '@vitrin/shared/contract/projects.ts';
import { type ComponentType, useEffect, useState } from 'react';
import { loadWithTexts } from '../../../i18n/i18n.ts';
import classes from './ProjectActivity.module.css';

type Card = ComponentType<{ project: Project }>;

/** Deliveries of a project: loaded once the page stands, since they may come late. */
export function ProjectActivity({ project }: { project: Project }) {
  const [Card, setCard] = useState<Card>();
  useEffect(() => {
    void loadWithTexts(['tools'], () => import('./Activity.tsx')).then(({ Activity }) =>
      setCard(() => Activity),
    );
  }, []);
  return <div className={classes.place}>{Card && <Card project={project} />}</div>;
}
