import os from 'node:os';
import { type Load, type Measured, measure, median } from './load.ts';

/** `--quick` takes fewer and shorter turns. */
export const quick = process.argv.includes('--quick');
export const ROUNDS = quick ? 3 : 7;
export const ROUND_MS = quick ? 500 : 1500;

export type Contender = { name: string; port: number; request: () => Buffer };
type Unit = 'perSecond' | 'megabytesPerSecond' | 'medianMs';
type Row = { what: string; figures: Record<string, string>; note: string };

const rows: Row[] = [];

/** Adds a line to the table; `note` is the figure asked for. */
export function report(row: Row) {
  rows.push(row);
  const figures = Object.entries(row.figures).map((entry) => entry.join(' '));
  console.error(`${row.what}: ${figures.join(', ')}`);
}

/** Measures the contenders in turns; the first one is compared with each of the others. */
export async function compare(
  what: string,
  unit: Unit,
  load: Pick<Load, 'connections' | 'durationMs'>,
  note: string,
  contenders: Contender[],
) {
  const results = new Map<string, Measured[]>(contenders.map(({ name }) => [name, []]));
  for (const { port, request } of contenders)
    await measure({ ...load, port, request, durationMs: ROUND_MS / 3 });
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { name, port, request } of contenders)
      results.get(name)?.push(await measure({ ...load, port, request }));
  const medians = Array.from(
    results,
    ([name, measured]) => [name, median(measured.map((one) => one[unit]))] as const,
  );
  const [[, first] = ['', 0]] = medians;
  const figures = Object.fromEntries(
    medians.map(([name, value], place) => [
      name,
      place === 0
        ? shown(value, unit)
        : `${shown(value, unit)} (${ratio(unit === 'medianMs' ? value / first : first / value)})`,
    ]),
  );
  report({ what, figures, note });
}

function shown(value: number, unit: Unit): string {
  if (unit === 'perSecond') return perSecond(value);
  return unit === 'medianMs' ? `${value.toFixed(2)} ms` : `${value.toFixed(0)} MB/s`;
}

export function perSecond(value: number): string {
  return `${value.toFixed(value < 100 ? 1 : 0)}/s`;
}

export function ratio(value: number): string {
  return `${value.toFixed(2)} x`;
}

/** The table, for docs/performance.md. */
export function printTable() {
  const [cpu] = os.cpus();
  console.log(
    `\n${os.cpus().length} x ${cpu?.model.trim() ?? 'unknown'}, ${os.type()}, Node ${process.version}`,
  );
  console.log(`${ROUNDS} turns of ${ROUND_MS} ms each; medians\n`);
  console.log('| What | Vitrin | Limit (Vitrin / limit) | Figure asked for |\n|---|---|---|---|');
  for (const { what, figures, note } of rows) {
    const [first = ['', ''], ...others] = Object.entries(figures);
    const own = first[0] === 'Vitrin' ? first[1] : first.join(': ');
    console.log(`| ${what} | ${own} | ${others.map((entry) => entry.join(': ')).join('; ')} | ${note} |`);
  }
}
