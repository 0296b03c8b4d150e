import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { FilePicture } from '../../../../components/pictures/FilePicture.tsx';
import { FileIcon } from '../../grid/FileIcon.tsx';
import classes from './Filmstrip.module.css';
import { ITEM_PX, type Range, rangeInSight } from './filmstrip-range.ts';

type Props = {
  files: readonly ProjectFile[];
  /** Index of the shown file. */
  shownIndex: number;
  onShow: (file: ProjectFile) => void;
};

/** Scrolling row of thumbnails around the shown file; only visible ones are rendered, and arrow keys step. */
export function Filmstrip({ files, shownIndex, onShow }: Props) {
  const { t } = useTranslation();
  const strip = useRef<HTMLElement>(null);
  const [range, setRange] = useState<Range>(() => rangeInSight((shownIndex - 10) * ITEM_PX, 20 * ITEM_PX));

  const look = () => {
    const { scrollLeft = 0, clientWidth = 0 } = strip.current ?? {};
    const next = rangeInSight(scrollLeft, clientWidth);
    setRange((current) => (current.from === next.from && current.to === next.to ? current : next));
  };
  const lookAgain = useEffectEvent(look);
  const moveTo = useEffectEvent((index: number) => {
    const row = strip.current;
    if (!row) return;
    row.scrollLeft = (index + 0.5) * ITEM_PX - row.clientWidth / 2;
    look();
    // Focus that is in the row stays with the shown file, since its neighbours may leave the page.
    if (row.contains(document.activeElement))
      row.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => moveTo(shownIndex), [shownIndex]);
  useEffect(() => {
    const listen = () => lookAgain();
    addEventListener('resize', listen);
    return () => removeEventListener('resize', listen);
  }, []);

  return (
    <nav ref={strip} className={classes.strip} aria-label={t('viewer.filmstrip')} onScroll={look}>
      <ul className={classes.row} style={{ width: files.length * ITEM_PX }}>
        {files.map((file, index) => {
          const isShown = index === shownIndex;
          if (!isShown && (index < range.from || index >= range.to)) return null;
          return (
            <li key={file.id} className={classes.item} style={{ insetInlineStart: index * ITEM_PX }}>
              <button
                type="button"
                className={classes.button}
                aria-label={file.name}
                aria-current={isShown || undefined}
                tabIndex={isShown ? 0 : -1}
                onClick={() => onShow(file)}
              >
                <FilePicture
                  file={file}
                  className={classes.picture}
                  sizes={`${ITEM_PX}px`}
                  fallback={<FileIcon kind={file.kind} size={24} />}
                />
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
