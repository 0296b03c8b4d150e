import { IconArrowBackUp, IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { User } from '@vitrin/shared/contract/users.ts';
import { useLayoutEffect } from 'react';
import { useParams } from 'react-router';
import { setCurrentUser } from '../../features/auth/api.ts';
import { projectQuery } from '../../features/projects/api.ts';
import { paths } from '../../paths.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import classes from './ClientViewBar.module.css';

/** Says that a project is shown as its client sees it, and leads back; in sight above everything, dialogs too. */
export function ClientViewBar({ user }: { user: User }) {
  const { t } = useTranslation();
  const id = Number(useParams()['id']);
  useClientsName(user, id);
  return (
    <aside className={classes.bar} aria-label={t('clientView.label')}>
      <p className={classes.text}>
        <IconEye size={18} stroke={1.6} aria-hidden className={classes.icon} />
        <span>{t('clientView.text')}</span>
      </p>
      {/* Another page, since nothing that the view has loaded is to be shown outside of it. */}
      <a href={paths.project(id)} className={classes.back}>
        <IconArrowBackUp size={18} stroke={1.6} aria-hidden className={classes.icon} />
        {t('clientView.back')}
      </a>
    </aside>
  );
}

/** Gives the reader the name of the project's client, since the answers of a view name no user (specification 9.13). */
function useClientsName(user: User, projectId: number): void {
  // Loaded by the screen.
  const { data: project } = useQuery({ ...projectQuery(projectId), enabled: false });
  const name = project?.customer ?? null;
  useLayoutEffect(() => {
    if (project && user.display_name !== name) setCurrentUser({ ...user, display_name: name });
  }, [project, user, name]);
}
