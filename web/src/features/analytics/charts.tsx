import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { useId } from 'react';
import classes from './charts.module.css';
import { Legend } from './query/Legend.tsx';
import type { DrawnSeries } from './query/looks-of-series.ts';
import { filledBy, Patterns } from './query/Patterns.tsx';
import { roundTicks } from './round-ticks.ts';

// The table behind each chart has its numbers, so the drawing needs no accessibility layer and no keyboard focus.

const GRID = 'var(--vitrin-hairline)';

/** Pixels of the column with the names of bars, of its space before the bars, and the height of a line in it. */
const NAMES_WIDTH = 130;
const TICK_GAP = 8;
const NAME_HEIGHT = 18;

/** Pixels for the figure behind the longest bar. */
const FIGURES_WIDTH = 56;

type Bar = { label: string; value: number; color: string };

type BarsProps = {
  bars: readonly Bar[];
  valueLabel: string;
  format: (value: number) => string;
  /** Ticks are round in the unit people read: 1024 for bytes. */
  step?: 1024;
  /** Instead of those that `step` gives. */
  ticks?: readonly number[];
};

/** A bar for each name, with its figure at the end. */
export function BarsChart({ bars, valueLabel, format, step, ticks: given }: BarsProps) {
  const ticks = given ?? roundTicks(Math.max(...bars.map(({ value }) => value)), step);
  return (
    <BarChart
      h={Math.max(120, bars.length * 38 + 30)}
      data={[...bars]}
      dataKey="label"
      orientation="vertical"
      series={[{ name: 'value', label: valueLabel, color: 'petrol.5' }]}
      valueFormatter={format}
      gridColor={GRID}
      gridAxis="y"
      gridProps={{ vertical: true, horizontal: false }}
      barProps={{ radius: 4, maxBarSize: 18, isAnimationActive: false }}
      withBarValueLabel
      barChartProps={{ margin: { right: FIGURES_WIDTH } }}
      accessibilityLayer={false}
      yAxisProps={{ width: NAMES_WIDTH, tick: BarName }}
      xAxisProps={{ ticks: [...ticks], domain: domainOf(ticks) }}
    />
  );
}

type DayBarsProps = {
  days: readonly Record<string, string | number>[];
  series: readonly DrawnSeries[];
  format: (value: number) => string;
};

/** A bar a day, its kinds on top of each other; the `label` of a day names it. */
export function DayBarsChart({ days, series, format }: DayBarsProps) {
  const id = useId();
  const heights = days.map((day) => series.reduce((sum, { name }) => sum + Number(day[name]), 0));
  const ticks = roundTicks(Math.max(...heights));
  return (
    <>
      <BarChart
        h={240}
        data={[...days]}
        dataKey="label"
        type="stacked"
        series={series.map(({ name, label, color }) => ({ name, label, color }))}
        valueFormatter={format}
        gridColor={GRID}
        barProps={({ name }) => ({
          maxBarSize: 24,
          isAnimationActive: false,
          ...filledBy(id, series, name),
        })}
        barChartProps={{ barCategoryGap: days.length > 31 ? 1 : '20%' }}
        accessibilityLayer={false}
        yAxisProps={{ width: 36, ticks, domain: domainOf(ticks) }}
        xAxisProps={{ minTickGap: 32 }}
      >
        <Patterns id={id} series={series} />
      </BarChart>
      <Legend series={series} as="areas" />
    </>
  );
}

function domainOf(ticks: readonly number[]): [number, number] {
  return [0, ticks.at(-1) ?? 0];
}

type BarNameProps = { x: number | string; y: number | string; payload: { value: string } };

/** The name beside a bar. HTML, because text of an SVG cannot be cut where its column ends. */
function BarName({ x, y, payload }: BarNameProps) {
  return (
    <foreignObject
      x={Number(x) - NAMES_WIDTH + TICK_GAP}
      y={Number(y) - NAME_HEIGHT / 2}
      width={NAMES_WIDTH - TICK_GAP}
      height={NAME_HEIGHT}
    >
      <div className={classes.name}>{payload.value}</div>
    </foreignObject>
  );
}
