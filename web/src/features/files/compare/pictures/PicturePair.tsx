import { VisuallyHidden } from '@mantine/core';
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { useFormat } from '../../../../components/use-format.ts';
import { useArrowKeys } from '../../viewer/use-arrow-keys.ts';
import { useZoom } from '../../viewer/zoom/use-zoom.ts';
import { ZoomButtons } from '../../viewer/zoom/ZoomButtons.tsx';
import type { Side } from '../side.ts';
import { DifferenceLayer } from '../difference/DifferenceLayer.tsx';
import { DifferenceNote } from '../difference/DifferenceNote.tsx';
import { useDifference } from '../difference/use-difference.ts';
import { ModeButtons } from './ModeButtons.tsx';
import classes from './PictureComparison.module.css';
import { PicturePanes } from './PicturePanes.tsx';
import { ShareSlider } from './ShareSlider.tsx';
import { clampShare, frameFor } from './geometry.ts';
import type { Loaded } from './loaded.ts';
import { MODES, type Mode } from './modes.ts';

type Props = {
  sides: [older: Side, newer: Side];
  isOpen: boolean;
  pictures: Loaded;
  /** Chooses which pages of two documents the pictures are of. */
  pages?: ReactNode;
  /** Kind of the documents that the pictures show. */
  page?: number;
};

/** Shares of the slider's way that one key moves it by. */
const STEP = 0.02;

/** Two pictures in one frame, in one of the ways to compare. */
export function PicturePair({ sides, isOpen, pictures, pages, page }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const [mode, setMode] = useState<Mode>('slider');
  const [split, setSplit] = useState(0.5);
  const [opacity, setOpacity] = useState(0.5);
  const area = useRef<HTMLDivElement>(null);
  const zoom = useZoom(area, { isActive: isOpen, onSwipeLeft: undefined, onSwipeRight: undefined });
  const [older, newer] = sides;
  const frame = frameFor(...pictures.sizes);
  const difference = useDifference(pictures, mode === 'difference');
  useEffect(() => {
    if (difference.error) console.error('find what differs', difference.error);
  }, [difference.error]);

  const [share, setShare] = mode === 'slider' ? [split, setSplit] : [opacity, setOpacity];
  const isSliding = mode === 'slider' || mode === 'overlay';
  const sideways = (step: number) => {
    if (isSliding) setShare(clampShare(share + step * STEP));
    else zoom.pan(-step, 0);
  };
  useArrowKeys(isOpen, {
    ...Object.fromEntries(MODES.map((each, at) => [String(at + 1), () => setMode(each)])),
    ArrowLeft: () => sideways(-1),
    ArrowRight: () => sideways(1),
    ArrowUp: () => zoom.pan(0, 1),
    ArrowDown: () => zoom.pan(0, -1),
    Home: () => isSliding && setShare(0),
    End: () => isSliding && setShare(1),
  });

  const measures: CSSProperties & Record<`--${string}`, string | number> = {
    '--ratio': frame.width / frame.height,
    '--natural': `${frame.width}px`,
    '--scale': zoom.scale,
  };
  return (
    <div className={classes.comparison}>
      <div className={classes.tools}>
        {pages}
        <ModeButtons mode={mode} onMode={setMode} />
        {mode === 'overlay' && (
          <input
            type="range"
            className={classes.opacity}
            min={0}
            max={100}
            value={Math.round(opacity * 100)}
            onChange={({ currentTarget }) => setOpacity(Number(currentTarget.value) / 100)}
            aria-label={t('compare.opacity', { label: newer.label })}
            aria-valuetext={format.percent(opacity * 100)}
          />
        )}
        {mode === 'difference' && (
          <DifferenceNote
            findings={difference.data}
            hasFailed={difference.error !== null}
            onRetry={() => void difference.refetch()}
          />
        )}
        {pictures.isResized && <p className={classes.note}>{t('compare.resized')}</p>}
      </div>
      <VisuallyHidden component="output">
        {t(`compare.says.${mode}`, { older: older.label, newer: newer.label })}
      </VisuallyHidden>
      <div className={classes.stage} style={measures}>
        <div ref={area} className={classes.area} data-zoomable data-place-page={page}>
          <PicturePanes
            sides={sides}
            pictures={pictures}
            frame={frame}
            mode={mode}
            share={share}
            zoom={zoom}
            marks={difference.data && <DifferenceLayer {...difference.data} />}
          />
        </div>
        {mode === 'slider' && (
          <ShareSlider
            label={t('compare.slider')}
            text={t('compare.sliderValue', { percent: format.percent(split * 100), label: older.label })}
            share={split}
            onShare={setSplit}
          />
        )}
      </div>
      <ZoomButtons zoom={zoom} />
    </div>
  );
}
