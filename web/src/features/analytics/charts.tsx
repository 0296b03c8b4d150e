import '@mantine/charts/styles.layer.css';
import { BarChart, LineChart } from '@mantine/charts';

// The table behind each chart has its numbers, so the drawing needs no accessibility layer and no keyboard focus.

const GRID = 'var(--vitrin-hairline)';

type Bar = { label: string; value: number; color: string };

type BarsProps = { bars: readonly Bar[]; valueLabel: string; format: (value: number) => string };

export function BarsChart({ bars, valueLabel, format }: BarsProps) {
  return (
    <BarChart
      h={Math.max(120, bars.length * 38 + 30)}
      data={[...bars]}
      dataKey="label"
      orientation="vertical"
      series={[{ name: 'value', label: valueLabel, color: 'petrol.5' }]}
      valueFormatter={format}
      gridColor={GRID}
      gridAxis="x"
      barProps={{ radius: 4, maxBarSize: 18, isAnimationActive: false }}
      accessibilityLayer={false}
      yAxisProps={{ width: 130, tickFormatter: shorten }}
      xAxisProps={{ allowDecimals: false }}
    />
  );
}

type LinesProps = {
  points: readonly Record<string, string | number>[];
  lines: readonly { name: string; label: string; color: string }[];
  format: (value: number) => string;
};

/** Lines over days; the `label` of a point is its day. */
export function LinesChart({ points, lines, format }: LinesProps) {
  return (
    <LineChart
      h={260}
      data={[...points]}
      dataKey="label"
      series={[...lines]}
      valueFormatter={format}
      gridColor={GRID}
      withLegend
      withDots={false}
      curveType="monotone"
      strokeWidth={2.5}
      lineProps={{ isAnimationActive: false }}
      accessibilityLayer={false}
      yAxisProps={{ allowDecimals: false, width: 36 }}
      xAxisProps={{ minTickGap: 32 }}
    />
  );
}

/** Shortens long project names to the width of their column. */
function shorten(label: string): string {
  return label.length > 18 ? `${label.slice(0, 17)}…` : label;
}
