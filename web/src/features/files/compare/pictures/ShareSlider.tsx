import { IconArrowsHorizontal } from '@tabler/icons-react';
import classes from './PictureComparison.module.css';

type Props = {
  label: string;
  /** The value in words. */
  text: string;
  share: number;
  onShare: (share: number) => void;
};

/** A line over the pictures that is dragged sideways; only its handle takes the pointer, so that the rest zooms. */
export function ShareSlider({ label, text, share, onShare }: Props) {
  return (
    <div className={classes.track}>
      <input
        type="range"
        className={classes.slider}
        min={0}
        max={100}
        step={0.1}
        value={share * 100}
        onChange={({ currentTarget }) => onShare(Number(currentTarget.value) / 100)}
        aria-label={label}
        aria-valuetext={text}
      />
      <div className={classes.line} style={{ left: `${share * 100}%` }}>
        <span className={classes.grip}>
          <IconArrowsHorizontal size={20} aria-hidden />
        </span>
      </div>
    </div>
  );
}
