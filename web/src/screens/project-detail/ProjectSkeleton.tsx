import { Group, Skeleton } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { LoadingNote } from '../../components/feedback/LoadingNote.tsx';
import classes from './ProjectSkeleton.module.css';

/** The lines of a project's header, and the lead's place. */
export function ProjectSkeleton() {
  const { t } = useTranslation();
  return (
    <div aria-busy className={classes.skeleton}>
      <LoadingNote>{t('project.loading')}</LoadingNote>
      <Group gap={10}>
        <Skeleton height={28} circle />
        <Skeleton height={16} width={120} />
      </Group>
      <Skeleton height={32} width="55%" my={8} />
      <Skeleton height={14} width="40%" mb={10} />
      <Skeleton height={6} radius="xl" mb={56} />
      <div className={classes.lead} />
    </div>
  );
}
