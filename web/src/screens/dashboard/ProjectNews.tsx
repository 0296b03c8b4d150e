import type { Project } from '@vitrin/shared/contract/projects.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFormat } from '../../components/use-format.ts';
import classes from './ProjectCard.module.css';

/** Additions since the client's previous visit; nothing at a first visit, or without additions. */
export function ProjectNews({ news }: Pick<Project, 'news'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const parts = [
    news && news.versions > 0 && t('dashboard.newVersions', { count: news.versions }),
    news && news.files > 0 && t('dashboard.newFiles', { count: news.files }),
  ].filter((part) => typeof part === 'string');
  if (parts.length === 0) return null;
  return <p className={classes.news}>{t('dashboard.news', { what: format.list(parts) })}</p>;
}
