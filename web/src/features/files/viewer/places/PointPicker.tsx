import { type CSSProperties, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { PlaceMark } from './PlaceMark.tsx';
import classes from './PointPicker.module.css';
import { boxOf, surfaceAt } from './surfaces.ts';

/** Shares of the shown part by which a key moves the ring; with Shift a longer way. */
const STEP = 0.01;
const LONG_STEP = 0.1;

type Props = {
  /** The part of the viewer in which a point is chosen. */
  area: HTMLElement;
  onChoose: (x: number, y: number) => void;
  onCancel: () => void;
};

/** Over what is shown: a click chooses a point, or arrow keys move a ring and Enter chooses. */
export function PointPicker({ area, onChoose, onCancel }: Props) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const [share, setShare] = useState({ x: 0.5, y: 0.5 });
  useEffect(() => button.current?.focus(), []);
  const hint = matchMedia('(pointer: coarse)').matches ? t('places.markTap') : t('places.markHint');
  const seen = seenPart(area);
  const at = () => ({
    left: seen.left + seen.width * share.x,
    top: seen.top + seen.height * share.y,
    width: 0,
    height: 0,
  });
  const ground = area.getBoundingClientRect();
  const style: CSSProperties = {
    left: seen.left - ground.left,
    top: seen.top - ground.top,
    width: seen.width,
    height: seen.height,
  };
  const press = (event: KeyboardEvent) => {
    const step = event.shiftKey ? LONG_STEP : STEP;
    const ways: Record<string, [number, number]> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
    };
    const way = ways[event.key];
    // The viewer's own keys rest meanwhile.
    if (event.key !== 'Tab') event.nativeEvent.stopImmediatePropagation();
    if (event.key === 'Escape') onCancel();
    if (!way) return;
    event.preventDefault();
    setShare(({ x, y }) => ({ x: within(x + way[0]), y: within(y + way[1]) }));
  };
  const choose = (event: MouseEvent) => {
    // Enter and the space bar click without a pointer.
    if (event.detail === 0) onChoose(at().left, at().top);
    else onChoose(event.clientX, event.clientY);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.ground}
        style={style}
        onClick={choose}
        onKeyDown={press}
        onBlur={onCancel}
        data-mantine-stop-propagation
        aria-label={hint}
      />
      <p className={classes.hint} aria-hidden>
        {hint}
      </p>
      <PlaceMark mark={{ kind: 'point', box: at }} />
    </>
  );
}

/** The part of the picture or page in the middle that is inside the window and the viewer. */
function seenPart(area: HTMLElement): { left: number; top: number; width: number; height: number } {
  const ground = area.getBoundingClientRect();
  const surface = surfaceAt(area, ground.left + ground.width / 2, ground.top + ground.height / 2);
  if (!surface) return ground;
  const box = boxOf(surface);
  const left = Math.max(box.left, ground.left);
  const top = Math.max(box.top, ground.top);
  return {
    left,
    top,
    width: Math.min(box.left + box.width, ground.right) - left,
    height: Math.min(box.top + box.height, ground.bottom) - top,
  };
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share));
}
