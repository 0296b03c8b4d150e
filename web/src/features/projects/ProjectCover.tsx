import { IconPhoto } from '@tabler/icons-react';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { FilePicture } from '../../components/pictures/FilePicture.tsx';
import classes from './ProjectCover.module.css';

/** The work itself, small, beside the name of its project; a quiet place while there is none. */
export function ProjectCover({ cover }: Pick<Project, 'cover'>) {
  const placeholder = <IconPhoto size={18} stroke={1.5} aria-hidden />;
  return (
    <span className={classes.cover}>
      {cover ? (
        <FilePicture
          file={cover}
          sizes="48px"
          className={classes.picture}
          loading="eager"
          fallback={placeholder}
        />
      ) : (
        placeholder
      )}
    </span>
  );
}
