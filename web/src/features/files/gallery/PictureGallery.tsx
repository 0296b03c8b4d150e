import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { ComponentType, CSSProperties } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { PictureCard } from './PictureCard.tsx';
import classes from './VersionGallery.module.css';
import { galleryRatio } from './shown-files.ts';
import { layOutInColumns } from './two-columns.ts';

/** Pictures of a list that is laid out within a frame, in whole rows of phones; browsers skip lists out of sight. */
const LIST_LENGTH = 12;

type Props = {
  pictures: readonly ProjectFile[];
  onOpen: (file: ProjectFile) => void;
  isNew: (file: ProjectFile) => boolean;
  /** Stands in place of a picture's download. */
  Menu?: ComponentType<{ file: ProjectFile }> | undefined;
  /** Pictures of the first list, where a phone shows only that one at first. */
  first?: number | undefined;
  /** Cards that are there, in whole lists, while others are still to come: a phone's lists have their height without them. */
  filled?: number | undefined;
};

/** Pictures in their own proportions: in rows, and on a phone in two stacked columns. */
export function PictureGallery({
  pictures,
  onOpen,
  isNew,
  Menu,
  first = LIST_LENGTH,
  filled = Infinity,
}: Props) {
  const { t } = useTranslation();
  const others = pictures.slice(first);
  const lists = [pictures.slice(0, first)];
  for (let at = 0; at < others.length; at += LIST_LENGTH) lists.push(others.slice(at, at + LIST_LENGTH));
  return (
    <div
      className={classes.gallery}
      {...(filled < pictures.length && {
        'data-filling': true,
        style: { '--count': pictures.length } as CSSProperties,
      })}
    >
      {lists.map((listed, list) => {
        const { positions, height } = layOutInColumns(
          listed.map(galleryRatio),
          listed.map(({ caption }) => caption !== ''),
        );
        return (
          <ul
            key={list}
            className={classes.list}
            style={{ '--height': height } as CSSProperties}
            aria-label={t('files.list')}
          >
            {list * LIST_LENGTH < filled &&
              listed.map((file, at) => (
                <PictureCard
                  key={file.id}
                  file={file}
                  onOpen={onOpen}
                  isNew={isNew(file)}
                  Menu={Menu}
                  {...positions[at]}
                />
              ))}
          </ul>
        );
      })}
    </div>
  );
}
