import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import classes from './FileViewer.module.css';

type Props = { onPrevious: (() => void) | undefined; onNext: (() => void) | undefined };

/** Arrows to the previous and next file; hidden at the first and last one. */
export function ViewerSteps({ onPrevious, onNext }: Props) {
  const { t } = useTranslation();
  const steps = [
    { side: 'start', go: onPrevious, label: t('viewer.previous'), Icon: IconChevronLeft },
    { side: 'end', go: onNext, label: t('viewer.next'), Icon: IconChevronRight },
  ];
  return steps.map(
    ({ side, go, label, Icon }) =>
      go && (
        <button
          key={side}
          type="button"
          className={classes.step}
          data-side={side}
          onClick={go}
          aria-label={label}
        >
          <Icon size={28} aria-hidden />
        </button>
      ),
  );
}
