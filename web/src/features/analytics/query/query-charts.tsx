import '@mantine/charts/styles.layer.css';
import { BarChart, LineChart } from '@mantine/charts';
import { useId } from 'react';
import type { DrawnSeries } from './looks-of-series.ts';
import { filledBy, Patterns } from './Patterns.tsx';

const GRID = 'var(--vitrin-hairline)';
const HEIGHT = 240;
/** Columns that have room for their figures above them. */
const MOST_LABELLED = 14;

type Point = { label: string } & Record<string, string | number | null>;

type Props = {
  points: readonly Point[];
  series: readonly DrawnSeries[];
  ticks: readonly number[];
  format: (value: number) => string;
};

const axes = (ticks: readonly number[]) => ({
  accessibilityLayer: false,
  yAxisProps: { width: 64, ticks: [...ticks], domain: [0, ticks.at(-1) ?? 0] as [number, number] },
  xAxisProps: { minTickGap: 24 },
});

export function Lines({ points, series, ticks, format }: Props) {
  return (
    <LineChart
      h={HEIGHT}
      data={[...points]}
      dataKey="label"
      series={series.map(({ name, label, color, dash }) => ({
        name,
        label,
        color,
        ...(dash !== undefined && { strokeDasharray: dash }),
      }))}
      curveType="linear"
      valueFormatter={format}
      gridColor={GRID}
      withDots={points.length <= MOST_LABELLED}
      connectNulls={false}
      lineProps={{ isAnimationActive: false }}
      {...axes(ticks)}
    />
  );
}

export function Columns({ points, series, ticks, format }: Props) {
  const id = useId();
  const isLabelled = points.length <= MOST_LABELLED && series.length === 1;
  return (
    <BarChart
      h={HEIGHT}
      data={[...points]}
      dataKey="label"
      series={series.map(({ name, label, color }) => ({ name, label, color }))}
      valueFormatter={format}
      gridColor={GRID}
      withBarValueLabel={isLabelled}
      barProps={({ name }) => ({
        radius: 3,
        maxBarSize: 40,
        isAnimationActive: false,
        ...filledBy(id, series, name),
      })}
      // Room for the figure above the last column, which is wider than the column on a phone.
      barChartProps={{ margin: { top: 20, right: 16 } }}
      {...axes(ticks)}
    >
      <Patterns id={id} series={series} />
    </BarChart>
  );
}
