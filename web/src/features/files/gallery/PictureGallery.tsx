import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { ComponentType, CSSProperties } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { PictureCard } from './PictureCard.tsx';
import classes from './VersionGallery.module.css';
import { galleryRatio } from './shown-files.ts';

/**
 * Pictures of a list. Whole rows of phones, and few enough that a list which comes into sight is laid out within a
 * frame; browsers skip the lists that are out of sight, where hundreds of cards would slow each frame of scrolling.
 */
const LIST_LENGTH = 24;

type Props = {
  pictures: readonly ProjectFile[];
  onOpen: (file: ProjectFile) => void;
  isNew: (file: ProjectFile) => boolean;
  /** Stands in place of a picture's download. */
  Menu?: ComponentType<{ file: ProjectFile }> | undefined;
};

/** Pictures in rows, in their own proportions. */
export function PictureGallery({ pictures, onOpen, isNew, Menu }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.gallery}>
      {Array.from({ length: Math.ceil(pictures.length / LIST_LENGTH) }, (_, list) => {
        const first = list * LIST_LENGTH;
        const listed = pictures.slice(first, first + LIST_LENGTH);
        return (
          <ul
            key={list}
            className={classes.list}
            style={{ '--heights': rowHeights(listed), '--count': listed.length } as CSSProperties}
            aria-label={t('files.list')}
          >
            {listed.map((file) => (
              <PictureCard key={file.id} file={file} onOpen={onOpen} isNew={isNew(file)} Menu={Menu} />
            ))}
          </ul>
        );
      })}
    </div>
  );
}

/** Sum of the heights of a phone's rows, two pictures each, in widths of a picture. */
function rowHeights(pictures: readonly ProjectFile[]): number {
  return pictures.reduce((sum, file, place) => {
    if (place % 2) return sum;
    return sum + 1 / Math.min(galleryRatio(file), galleryRatio(pictures[place + 1] ?? file));
  }, 0);
}
