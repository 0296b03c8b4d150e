import { useQuery } from '@tanstack/react-query';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { versionNoticesQuery } from '../../../features/notices/client-mail-api.ts';
import { SeenLine } from '../../../features/versions/SeenLine.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import classes from '../../../features/versions/SeenLine.module.css';

/** Below the way to share: who has seen the newest version, or that no mail reaches the client. */
export function ShareLine({ project }: { project: Project }) {
  const newest = project.versions.at(-1);
  if (!newest || (project.customer === null && !project.seen)) return null;
  return project.seen ? <SeenLine project={project} /> : <Unseen project={project} newest={newest} />;
}

function Unseen({ project, newest }: { project: Project; newest: Version }) {
  const { t } = useTranslation();
  const { data } = useQuery(versionNoticesQuery(newest));
  if (data?.client !== null && data?.reached === false)
    return <p className={classes.line}>{t('work.sendYourself')}</p>;
  return <SeenLine project={project} />;
}
