import { Skeleton } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { LoadingNote } from '../../components/feedback/LoadingNote.tsx';
import classes from './ProjectPage.module.css';

export function ProjectSkeleton() {
  const { t } = useTranslation();
  return (
    <div aria-busy>
      <LoadingNote>{t('project.loading')}</LoadingNote>
      <Skeleton height={14} width={120} mb={14} />
      <Skeleton height={38} width="55%" mb={22} />
      <Skeleton height={8} radius="xl" mb={40} />
      <div className={classes.columns}>
        <Skeleton height={360} radius="lg" />
        <Skeleton height={280} radius="lg" />
      </div>
    </div>
  );
}
