import { Button, Loader, VisuallyHidden } from '@mantine/core';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { useFormat } from '../../../../components/use-format.ts';
import viewer from '../../viewer/FileViewer.module.css';
import { useArrowKeys } from '../../viewer/use-arrow-keys.ts';
import { useZoom } from '../../viewer/zoom/use-zoom.ts';
import { ZoomButtons } from '../../viewer/zoom/ZoomButtons.tsx';
import type { Side } from '../Comparison.tsx';
import { DifferenceLayer } from '../difference/DifferenceLayer.tsx';
import { DifferenceNote } from '../difference/DifferenceNote.tsx';
import { useDifference } from '../difference/use-difference.ts';
import { ModeButtons } from './ModeButtons.tsx';
import classes from './PictureComparison.module.css';
import { PicturePanes } from './PicturePanes.tsx';
import { ShareSlider } from './ShareSlider.tsx';
import { clampShare, frameFor } from './geometry.ts';
import { MODES, type Mode } from './modes.ts';
import { comparedSource } from './picture-source.ts';
import { type Loaded, usePictures } from './use-pictures.ts';

type Props = { sides: [older: Side, newer: Side]; isOpen: boolean };

/** Two pictures, or pictures of first pages, once both are there. */
export function PictureComparison({ sides, isOpen }: Props) {
  const { t } = useTranslation();
  const [older, newer] = sides;
  const {
    data: pictures,
    error,
    refetch,
  } = usePictures(comparedSource(older.file), comparedSource(newer.file));
  useEffect(() => {
    if (error) console.error('load pictures to compare', error);
  }, [error]);
  if (error)
    return (
      <div className={viewer.failure} role="alert">
        <p>{t('compare.failed')}</p>
        <Button variant="default" h={44} onClick={() => void refetch()}>
          {t('actions.tryAgain')}
        </Button>
      </div>
    );
  if (!pictures) return <Loader color="gray" aria-label={t('files.loading')} />;
  return <LoadedComparison sides={sides} isOpen={isOpen} pictures={pictures} />;
}

/** Shares of the slider's way that one key moves it by. */
const STEP = 0.02;

function LoadedComparison({ sides, isOpen, pictures }: Props & { pictures: Loaded }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [mode, setMode] = useState<Mode>('slider');
  const [split, setSplit] = useState(0.5);
  const [opacity, setOpacity] = useState(0.5);
  const area = useRef<HTMLDivElement>(null);
  const zoom = useZoom(area, { isActive: isOpen, onSwipeLeft: undefined, onSwipeRight: undefined });
  const [older, newer] = sides;
  const frame = frameFor(...pictures.sizes);
  const isResized = haveOtherSizes(sides, pictures);

  const [olderSource, newerSource] = pictures.sources;
  const difference = useDifference({ older: olderSource, newer: newerSource }, mode === 'difference');
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
        {isResized && <p className={classes.note}>{t('compare.resized')}</p>}
      </div>
      <VisuallyHidden component="output">
        {t(`compare.says.${mode}`, { older: older.label, newer: newer.label })}
      </VisuallyHidden>
      <div className={classes.stage} style={measures}>
        <div ref={area} className={classes.area} data-zoomable>
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

/** Whether the pictures themselves differ in size, of which one may be shown by its thumbnail. */
function haveOtherSizes(sides: Props['sides'], { sizes }: Loaded): boolean {
  const [one, other] = sides.map(({ file: { width, height } }, at) =>
    width === null || height === null ? sizes[at] : { width, height },
  );
  return one?.width !== other?.width || one?.height !== other?.height;
}
