import { useId } from 'react';
import classes from './Legend.module.css';
import type { DrawnSeries } from './looks-of-series.ts';
import { fillOf, Patterns } from './Patterns.tsx';

type Props = { series: readonly DrawnSeries[]; as: 'lines' | 'areas' };

/** Names of series beside a piece of each, drawn as in the chart. */
export function Legend({ series, as }: Props) {
  const id = useId();
  return (
    <ul className={classes.legend}>
      {series.map((one) => (
        <li key={one.name} className={classes.entry}>
          <svg width={28} height={12} aria-hidden className={classes.piece}>
            {as === 'lines' ? (
              <line
                x1={0}
                y1={6}
                x2={28}
                y2={6}
                stroke={one.color}
                strokeWidth={2}
                strokeDasharray={one.dash}
              />
            ) : (
              <>
                <Patterns id={id} series={[one]} />
                <rect width={28} height={12} rx={2} fill={fillOf(id, one)} />
              </>
            )}
          </svg>
          <span dir="auto" className={classes.label}>
            {one.label}
          </span>
        </li>
      ))}
    </ul>
  );
}
