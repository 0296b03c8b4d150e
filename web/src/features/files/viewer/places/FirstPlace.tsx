import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import classes from './FirstPlace.module.css';
import type { FirstPoint } from './first-place.ts';

/** A ring at a point of its parent element, as the viewer draws it. */
export function FirstRing({ at }: { at: FirstPoint | undefined }) {
  return at && <span className={classes.ring} style={at} />;
}

type Props = { file: ProjectFile; page: number; at: FirstPoint | undefined };

/** A page of a document as the server draws it, with a ring at a point, where the reader will show it. */
export function FirstPage({ file, page, at }: Props) {
  if (file.thumbnail_large === null) return null;
  return (
    <span className={classes.ground}>
      <span className={classes.page}>
        <img src={`${file.thumbnail_large}&page=${page}`} alt="" fetchPriority="high" />
        <FirstRing at={at} />
      </span>
    </span>
  );
}
