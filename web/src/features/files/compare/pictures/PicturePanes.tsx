import type { CSSProperties, ReactNode } from 'react';
import type { Size } from '../../viewer/zoom/zoom-geometry.ts';
import type { useZoom } from '../../viewer/zoom/use-zoom.ts';
import type { Side } from '../side.ts';
import classes from './PictureComparison.module.css';
import { fitIn } from './geometry.ts';
import type { Mode } from './modes.ts';
import type { Loaded } from './loaded.ts';

type Props = {
  sides: readonly [older: Side, newer: Side];
  pictures: Loaded;
  frame: Size;
  mode: Mode;
  /** Place of the slider, or opacity of the newer picture. */
  share: number;
  zoom: ReturnType<typeof useZoom>;
  /** Over the newer picture, where the difference is shown. */
  marks: ReactNode;
};

/** Both pictures in frames of one size, moved and zoomed as one: in panes of their own, or over each other. */
export function PicturePanes({ sides, pictures, frame, mode, share, zoom, marks }: Props) {
  const pictureOf = (at: 0 | 1, style?: CSSProperties) => {
    const { file, label } = sides[at];
    const { left, top, width, height } = fitIn(frame, pictures.sizes[at]);
    return (
      <div className={classes.layer} style={style}>
        <div
          className={classes.frame}
          data-zoom-frame
          style={{ transform: zoom.transform, transition: zoom.isMoving ? 'none' : undefined }}
        >
          <img
            className={classes.picture}
            data-place={file.id}
            src={pictures.sources[at]}
            alt={`${label}: ${file.name}`}
            draggable={false}
            style={{
              left: percent(left),
              top: percent(top),
              width: percent(width),
              height: percent(height),
            }}
          />
          {mode === 'difference' && marks}
        </div>
      </div>
    );
  };
  const labelOf = (at: 0 | 1) => (
    <span className={classes.label} data-side={at === 0 ? 'older' : 'newer'} aria-hidden>
      {sides[at].label}
    </span>
  );

  if (mode === 'difference')
    return (
      <div
        className={classes.pane}
        data-zoom-pane
        data-faded={marks ? true : undefined}
        data-zoomed={zoom.scale > 1 || undefined}
      >
        {pictureOf(1)}
      </div>
    );
  if (mode === 'side')
    return (
      <div className={classes.panes} data-zoomed={zoom.scale > 1 || undefined}>
        {([0, 1] as const).map((at) => (
          <div key={at} className={classes.pane} data-zoom-pane>
            {pictureOf(at)}
            <span className={classes.label} aria-hidden>
              {sides[at].label}
            </span>
          </div>
        ))}
      </div>
    );
  return (
    <div className={classes.pane} data-zoom-pane data-zoomed={zoom.scale > 1 || undefined}>
      {mode === 'slider' ? (
        <>
          {pictureOf(1)}
          {pictureOf(0, { clipPath: `inset(0 calc(100% - ${splitAt(share)}) 0 0)` })}
        </>
      ) : (
        <>
          {pictureOf(0)}
          {pictureOf(1, { opacity: share })}
        </>
      )}
      {labelOf(0)}
      {labelOf(1)}
    </div>
  );
}

/** Position of the slider in the pane, from edge to edge of the visible part of the pictures. */
function splitAt(share: number): string {
  return `(50cqw + var(--seen) * ${share - 0.5})`;
}

function percent(share: number): string {
  return `${share * 100}%`;
}
