import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { useFormat } from '../../../../components/use-format.ts';
import classes from '../FileViewer.module.css';
import type { useZoom } from './use-zoom.ts';

/** Smaller, larger, and between them how large the picture is: "Fit" or percent of that; a click on it fits it again. */
export function ZoomButtons({ zoom }: { zoom: ReturnType<typeof useZoom> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const isFitted = zoom.scale === 1;
  return (
    <div className={classes.zoom}>
      <button
        type="button"
        className={classes.button}
        onClick={zoom.zoomOut}
        aria-label={t('viewer.zoomOut')}
        title={t('viewer.zoomOut')}
      >
        <IconMinus size={20} aria-hidden />
      </button>
      <button
        type="button"
        className={classes.zoomLevel}
        onClick={zoom.reset}
        aria-pressed={isFitted}
        title={t('viewer.zoomReset')}
      >
        {isFitted ? t('viewer.fit') : format.percent(zoom.scale * 100)}
      </button>
      <button
        type="button"
        className={classes.button}
        onClick={zoom.zoomIn}
        aria-label={t('viewer.zoomIn')}
        title={t('viewer.zoomIn')}
      >
        <IconPlus size={20} aria-hidden />
      </button>
    </div>
  );
}
