import { Skeleton } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { DueDay } from '../../components/DueDay.tsx';
import { LoadingNote } from '../../components/feedback/LoadingNote.tsx';
import { FilePicture } from '../../components/pictures/FilePicture.tsx';
import { useFormat } from '../../components/use-format.ts';
import { ProjectProgress } from '../../features/projects/ProjectProgress.tsx';
import { paths } from '../../paths.ts';
import { ProjectNews } from './ProjectNews.tsx';
import classes from './ProjectCard.module.css';

/** Nearly as wide as a phone, a third of the widest screens. */
const SIZES = '(max-width: 47.99em) calc(100vw - 34px), 480px';

type Props = {
  project: Project;
  /** True if its picture is visible without scrolling. */
  isInFirstRow: boolean;
  isFirst: boolean;
};

/** Project as its client sees it: the work, the freelancer, the news, the progress. All of it is one link. */
export function ProjectCard({ project, isInFirstRow, isFirst }: Props) {
  const { t } = useTranslation();
  const { id, name, freelancer, cover, progress } = project;
  return (
    <article className={classes.card}>
      <div className={classes.wall}>
        {cover ? (
          <FilePicture
            file={cover}
            sizes={SIZES}
            className={classes.picture}
            loading={isInFirstRow ? 'eager' : 'lazy'}
            fetchPriority={isFirst ? 'high' : 'auto'}
            fallback={<Initial name={name} />}
          />
        ) : (
          <Initial name={name} />
        )}
      </div>
      <div className={classes.body}>
        <p className={classes.freelancer}>{t('projects.by', { freelancer })}</p>
        <h3 className={classes.name}>
          <Link to={paths.project(id)} className={classes.link} title={name}>
            {name}
          </Link>
        </h3>
        <ProjectNews news={project.news} />
        {project.next_due_on && (
          <p className={classes.freelancer}>
            {t('projects.next')} <DueDay day={project.next_due_on} isQuiet />
          </p>
        )}
        <div className={classes.foot}>
          <ProjectProgress progress={progress} />
          {/* The link of the name covers the card and says where it leads. */}
          <span className={classes.see} aria-hidden>
            {t('dashboard.seeWork')}
            <IconArrowRight size={18} stroke={1.75} />
          </span>
        </div>
      </div>
    </article>
  );
}

/** Stands on the wall while there is no picture. */
function Initial({ name }: { name: string }) {
  const format = useFormat();
  return (
    <span className={classes.initial} aria-hidden>
      {format.initial(name)}
    </span>
  );
}

/** Skeletons of two cards. */
export function ProjectCardSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.cards} aria-busy>
      <LoadingNote>{t('projects.loading')}</LoadingNote>
      {[1, 2].map((card) => (
        <div key={card} className={classes.card} aria-hidden>
          <div className={classes.wall}>
            <Skeleton height="100%" radius={0} />
          </div>
          <div className={classes.body}>
            <Skeleton height={14} width="30%" />
            <Skeleton height={24} width="70%" />
            <div className={classes.foot}>
              <Skeleton height={8} radius="xl" />
              <Skeleton height={18} width={110} my={13} />
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}
