import type { Project } from '@vitrin/shared/contract/projects.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useFormat } from '../../../components/use-format.ts';
import classes from './NewsLine.module.css';

type Props = { project: Pick<Project, 'previous_visit' | 'news' | 'versions'> };

/** "New since Tuesday: version 3.0, 4 files"; nothing at a first visit, or when nothing is new. */
export function NewsLine({ project: { previous_visit, news, versions } }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  if (previous_visit === null || news === null) return null;
  const newVersions = versions.filter(({ created_at }) => created_at > previous_visit);
  const [only, ...more] = newVersions;
  const parts = [];
  if (only)
    parts.push(
      more.length === 0
        ? t('news.version', { number: only.version_number })
        : t('project.versionCount', { count: newVersions.length }),
    );
  if (news.files > 0) parts.push(t('project.fileCount', { count: news.files }));
  if (parts.length === 0) return null;
  const { kind, day } = format.pastDay(previous_visit);
  return <p className={classes.news}>{t(`news.${kind}`, { day, what: parts.join(', ') })}</p>;
}
