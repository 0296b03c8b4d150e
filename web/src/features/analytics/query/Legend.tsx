import { useId } from 'react';
import { Hatch } from './Hatch.tsx';
import classes from './Legend.module.css';
import type { DrawnSeries } from './looks-of-series.ts';

type Props = { series: readonly (DrawnSeries & { isHatched?: boolean })[]; as: 'lines' | 'areas' };

/** Names of series beside a piece of each, drawn as in the chart. */
export function Legend({ series, as }: Props) {
  const id = useId();
  return (
    <ul className={classes.legend}>
      {series.map(({ name, label, color, dash, isHatched }) => (
        <li key={name} className={classes.entry}>
          <svg width={28} height={12} aria-hidden className={classes.piece}>
            {as === 'lines' ? (
              <line x1={0} y1={6} x2={28} y2={6} stroke={color} strokeWidth={2} strokeDasharray={dash} />
            ) : (
              <>
                {isHatched && <Hatch id={`${id}${name}`} color={color} />}
                <rect width={28} height={12} rx={2} fill={isHatched ? `url(#${id}${name})` : color} />
              </>
            )}
          </svg>
          <span dir="auto" className={classes.label}>
            {label}
          </span>
        </li>
      ))}
    </ul>
  );
}
