import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { CSSProperties, ComponentProps, ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { PictureCard } from './PictureCard.tsx';
import classes from './VersionGallery.module.css';
import { isUpright, ratioOf } from './shown-files.ts';

type Props = {
  /** Undefined in older versions, and where no file has a picture. */
  lead: ProjectFile | undefined;
  /** Number of pictures among the children, by `picturesBeside`. */
  besideCount: number;
  /** Text of the note among the children; empty for none. */
  note: string;
  /** The note and the first pictures: beside an upright lead on a desktop, which alone is centred on the whole wall. */
  children: ReactNode;
} & Omit<ComponentProps<typeof PictureCard>, 'file' | 'isLead'>;

/** Beginning of a version: its large picture, and what follows at once. */
export function GalleryOpening({ lead, besideCount, note, children, ...card }: Props) {
  const { t } = useTranslation();
  const isUprightBeside = lead && isUpright(lead) && (besideCount > 0 || note !== '');
  return (
    <div
      className={classes.opening}
      {...(isUprightBeside && { 'data-upright': true, style: ratioStyle(lead) })}
    >
      {lead && (
        <ul className={classes.lead} aria-label={t('files.list')}>
          <PictureCard key={lead.id} file={lead} isLead {...card} />
        </ul>
      )}
      <div className={classes.beside}>{children}</div>
    </div>
  );
}

function ratioStyle(lead: ProjectFile): CSSProperties {
  return { '--lead-ratio': ratioOf(lead).toFixed(3) } as CSSProperties;
}
