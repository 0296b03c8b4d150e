import { useEffect, useRef } from 'react';
import type { Mark } from './marks.ts';
import classes from './PlaceMark.module.css';

/** Pixels from a point to its ring, and from a box to the frame around it. */
const GAP = { point: 26, box: 3 };

type Props = {
  mark: Mark;
  /** Called once the mark has faded; without it the mark stays. */
  onFaded?: () => void;
};

/** A ring or a frame that follows its place while the page moves and is zoomed. */
export function PlaceMark({ mark, onFaded }: Props) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let asked = 0;
    const follow = () => {
      const { current } = element;
      const ground = current?.offsetParent?.getBoundingClientRect();
      if (current && ground) {
        const gap = GAP[mark.kind];
        const { left, top, width, height } = mark.box();
        current.style.transform = `translate(${left - ground.left - gap}px, ${top - ground.top - gap}px)`;
        current.style.width = `${width + 2 * gap}px`;
        current.style.height = `${height + 2 * gap}px`;
      }
      asked = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(asked);
  }, [mark]);
  return (
    <div
      ref={element}
      className={classes.mark}
      data-testid="place-mark"
      data-kind={mark.kind}
      data-fades={onFaded ? true : undefined}
      onAnimationEnd={(event) => event.currentTarget === event.target && onFaded?.()}
      aria-hidden
    >
      <span className={classes.shape} />
    </div>
  );
}
