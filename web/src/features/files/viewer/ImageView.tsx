import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { pictureSources } from '@vitrin/shared/rules/picture-sources.ts';
import { type CSSProperties, type MouseEvent, type SyntheticEvent, useRef, useState } from 'react';
import { LoadingMark } from '../../../components/feedback/LoadingMark.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { isClickBeside } from './click-beside.ts';
import classes from './FileViewer.module.css';
import { isBlank } from './pictures/is-blank.ts';
import { useFewPixels } from './pictures/use-few-pixels.ts';
import { isWantedWhole, VIEWER_SIZES } from './picture-choice.ts';
import type { ViewProps } from './view-props.ts';
import { useZoom } from './zoom/use-zoom.ts';
import { ZoomButtons } from './zoom/ZoomButtons.tsx';

/** Shows the fitting thumbnail, or the file where it has more pixels or moves; zooms by wheel, keys and fingers. */
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
  const area = useRef<HTMLDivElement>(null);
  const zoom = useZoom(area, { isActive: isOpen, onSwipeRight: onPrevious, onSwipeLeft: onNext });
  const [fitting, setFitting] = useState<'loading' | 'loaded' | 'failed'>('loading');
  const [whole, setWhole] = useState<'loading' | 'loaded' | 'failed'>('loading');
  const [shownPixels, setShownPixels] = useState(0);
  const [wasZoomed, setWasZoomed] = useState(false);
  if (zoom.scale > 1 && !wasZoomed) setWasZoomed(true);

  const sources = fitting === 'failed' ? undefined : pictureSources(file);
  const isWhole =
    !sources ||
    (source !== file.thumbnail_large &&
      whole !== 'failed' &&
      isWantedWhole(file, { wasZoomed, shownPixels }));
  // A picture with a size was drawn by the server, so it has few enough pixels.
  const isMeasured = file.width !== null;
  const hasFewPixels = useFewPixels(isMeasured ? undefined : source, () => onFailure('large'));
  const isThere = fitting === 'loaded' || whole === 'loaded';

  const closeBeside = (event: MouseEvent) => {
    if (isClickBeside(event) && !zoom.hasDragged()) onClose();
  };
  const showFitting = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
    setFitting('loaded');
    setShownPixels(
      Math.max(currentTarget.clientWidth, currentTarget.clientHeight) * globalThis.devicePixelRatio,
    );
  };
  const failWhole = () => (sources ? setWhole('failed') : onFailure());
  // Some browsers load what is left of a cut picture without an error, and then draw nothing. WebKit says so only of an
  // element that was not shown yet.
  const showWhole = ({ currentSrc }: HTMLImageElement) => {
    const image = new Image();
    image.src = currentSrc;
    return image
      .decode()
      .then(() => (!sources && isBlank(image) ? failWhole() : setWhole('loaded')), failWhole);
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the backdrop: Escape is its key */}
      <div
        ref={area}
        className={classes.imageArea}
        data-zoomable
        data-zoomed={zoom.scale > 1 || undefined}
        onClick={closeBeside}
      >
        <div
          className={classes.frame}
          data-place
          data-sized={file.width === null ? undefined : true}
          style={{
            ...sizeOf(file),
            transform: zoom.transform,
            transition: zoom.isMoving ? 'none' : undefined,
            background: isThere ? undefined : (file.tint ?? undefined),
          }}
        >
          {sources && (
            <img
              className={classes.image}
              sizes={VIEWER_SIZES}
              srcSet={sources.srcSet}
              src={sources.src}
              alt={altOf(file)}
              draggable={false}
              fetchPriority="high"
              onLoad={showFitting}
              onError={() => setFitting('failed')}
            />
          )}
          {isWhole && (isMeasured || hasFewPixels) && (
            <img
              className={classes.image}
              data-over={sources ? true : undefined}
              data-loaded={whole === 'loaded' || undefined}
              src={source}
              alt={sources ? '' : altOf(file)}
              draggable={false}
              onLoad={({ currentTarget }) => void showWhole(currentTarget)}
              onError={failWhole}
            />
          )}
        </div>
        {!isThere && (
          <span className={classes.loading}>
            <LoadingMark>{t('files.loading')}</LoadingMark>
          </span>
        )}
      </div>
      <ZoomButtons zoom={zoom} />
    </>
  );
}

/** The picture in words: as the freelancer wrote them, else its caption or name. */
function altOf({ alt, caption, name }: ProjectFile): string {
  return alt || caption || name;
}

/** As large as the screen allows, but not larger than the picture; nothing while its size is unknown. */
function sizeOf({ width, height }: ProjectFile): CSSProperties {
  if (width === null || height === null) return {};
  const ratio = width / height;
  return { width: `min(100cqw, ${100 * ratio}cqh, ${width}px)`, aspectRatio: ratio };
}
