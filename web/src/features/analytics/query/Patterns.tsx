import type { DrawnSeries } from './looks-of-series.ts';

type Props = {
  /** Begins the ids of the patterns, which are unique in the page. */
  id: string;
  series: readonly DrawnSeries[];
};

/** Stripes or dots of the series that have them, for `fillOf`. */
export function Patterns({ id, series }: Props) {
  return (
    <defs>
      {series.map(({ name, color, filled }) =>
        filled === undefined ? null : (
          <pattern
            key={name}
            id={`${id}${name}`}
            width={6}
            height={6}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width={6} height={6} fill="var(--vitrin-surface)" />
            {filled === 'stripes' ? (
              <rect width={3} height={6} fill={color} />
            ) : (
              <circle cx={3} cy={3} r={2} fill={color} />
            )}
          </pattern>
        ),
      )}
    </defs>
  );
}

/** The fill of a series: its pattern, or its colour. */
export function fillOf(id: string, { name, color, filled }: DrawnSeries): string {
  return filled === undefined ? color : `url(#${id}${name})`;
}

/** The fill of one of some series, as a property of a bar; empty where the bar has its colour anyway. */
export function filledBy(id: string, series: readonly DrawnSeries[], name: string): { fill?: string } {
  const one = series.find((each) => each.name === name);
  return one?.filled === undefined ? {} : { fill: fillOf(id, one) };
}
