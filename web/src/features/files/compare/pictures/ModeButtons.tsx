import { IconArrowsHorizontal, IconColumns2, IconLayersIntersect, IconScan } from '@tabler/icons-react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import classes from './PictureComparison.module.css';
import { MODES, type Mode } from './modes.ts';

const ICONS = {
  slider: IconArrowsHorizontal,
  side: IconColumns2,
  overlay: IconLayersIntersect,
  difference: IconScan,
};

/** Chooses how the pictures are compared; each button has a number for its key. */
export function ModeButtons({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes.modes} aria-label={t('compare.modes')}>
      {MODES.map((each, at) => {
        const Icon = ICONS[each];
        return (
          <button
            key={each}
            type="button"
            className={classes.mode}
            aria-pressed={each === mode}
            aria-keyshortcuts={String(at + 1)}
            title={t('compare.modeKey', { name: t(`compare.mode.${each}`), key: at + 1 })}
            onClick={() => onMode(each)}
          >
            <Icon size={20} aria-hidden />
            <span>{t(`compare.mode.${each}`)}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
