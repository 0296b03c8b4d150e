import { IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react';
import { type MouseEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../components/use-format.ts';
import { largeThumbnail } from '../grid/file-kind.ts';
import { isClickBeside } from './click-beside.ts';
import classes from './FileViewer.module.css';
import type { ViewProps } from './ViewedFile.tsx';
import { useZoom } from './use-zoom.ts';

/**
 * Shows the thumbnail at once, and the whole picture in its place when it is loaded. Zooms by wheel, keys and fingers.
 */
export function ImageView({
  file,
  source,
  isOpen,
  onPrevious,
  onNext,
  onClose,
  onFailure,
}: ViewProps & { source: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [isLoaded, setLoaded] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const zoom = useZoom(area, { isActive: isOpen, onSwipeRight: onPrevious, onSwipeLeft: onNext });
  const preview = largeThumbnail(file);

  const closeBeside = (event: MouseEvent) => {
    if (isClickBeside(event) && !zoom.hasDragged()) onClose();
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the backdrop: Escape is its key */}
      <div
        ref={area}
        className={classes.imageArea}
        data-zoomed={zoom.scale > 1 || undefined}
        onClick={closeBeside}
      >
        <img
          className={classes.image}
          style={{ transform: zoom.transform, transition: zoom.isMoving ? 'none' : undefined }}
          src={source}
          alt={file.name}
          draggable={false}
          data-loaded={isLoaded || undefined}
          onLoad={() => setLoaded(true)}
          onError={onFailure}
        />
        {!isLoaded && preview !== null && preview !== source && (
          <img className={classes.preview} src={preview} alt="" draggable={false} />
        )}
      </div>
      <div className={classes.zoom}>
        <button
          type="button"
          className={classes.button}
          onClick={zoom.zoomOut}
          aria-label={t('files.zoomOut')}
        >
          <IconZoomOut size={20} aria-hidden />
        </button>
        <output className={classes.zoomLevel} aria-label={t('files.zoomLevel')}>
          {format.percent(zoom.scale * 100)}
        </output>
        <button type="button" className={classes.button} onClick={zoom.zoomIn} aria-label={t('files.zoomIn')}>
          <IconZoomIn size={20} aria-hidden />
        </button>
        <button
          type="button"
          className={classes.button}
          onClick={zoom.reset}
          aria-label={t('files.zoomReset')}
        >
          <IconZoomReset size={20} aria-hidden />
        </button>
      </div>
    </>
  );
}
