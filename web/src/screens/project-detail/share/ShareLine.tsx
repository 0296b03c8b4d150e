import { useQuery } from '@tanstack/react-query';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { versionNoticesQuery } from '../../../features/notices/client-mail-api.ts';
import { SeenLine } from '../../../features/versions/SeenLine.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import classes from '../../../features/versions/SeenLine.module.css';

/** Below the way to share: who has seen the newest version, or that no mail reaches the client. */
export function ShareLine({ project }: { project: Project }) {
  const newest = project.versions.at(-1);
  if (!newest || (project.customer === null && !project.seen)) return null;
  return project.seen ? <SeenLine project={project} /> : <Unseen project={project} versionId={newest.id} />;
}

function Unseen({ project, versionId }: { project: Project; versionId: number }) {
  const { t } = useTranslation();
  const fileCount = project.versions.at(-1)?.file_count ?? 0;
  const { data } = useQuery(versionNoticesQuery(versionId, fileCount));
  if (data?.client !== null && data?.reached === false)
    return <p className={classes.line}>{t('work.sendYourself')}</p>;
  return <SeenLine project={project} />;
}
