import { useEffect, useRef } from 'react';
import type { Box } from './difference.ts';
import type { Size } from '../../viewer/zoom/zoom-geometry.ts';
import classes from './DifferenceLayer.module.css';

/** More outlines would hide the picture, and slow a phone down; the marks show the rest. */
const MOST_OUTLINES = 200;

type Props = { frame: Size; marks: ImageBitmap; areas: readonly Box[] };

/** Marks on what differs, and an outline around each place, since a place may be a single pixel. */
export function DifferenceLayer({ frame, marks, areas }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(marks, 0, 0);
  }, [marks]);
  return (
    <>
      <canvas ref={canvas} className={classes.marks} width={marks.width} height={marks.height} aria-hidden />
      <svg className={classes.marks} viewBox={`0 0 ${frame.width} ${frame.height}`} aria-hidden>
        {areas.slice(0, MOST_OUTLINES).map(({ x, y, width, height }) => (
          <rect key={`${x}-${y}`} className={classes.place} x={x} y={y} width={width} height={height} />
        ))}
      </svg>
    </>
  );
}
