import { readFileSync } from 'node:fs';
import os from 'node:os';
import { type Load, type Measured, measure, median } from './load.ts';

/** `--quick` measures fewer and shorter turns. */
export const quick = process.argv.includes('--quick');
export const ROUNDS = quick ? 3 : 7;
export const ROUND_MS = quick ? 500 : 1500;
/** Duration of rows that run at full speed, from `--seconds N`; undefined without it. */
export const seconds = Number(optionAfter('--seconds')) || undefined;
const only = optionAfter('--only').toLowerCase();

/** With `pid`, the bench also reports requests per second of processor time, which a busy machine changes least. */
export type Contender = { name: string; port: number; pid?: number; request: () => Buffer };
type Unit = 'perSecond' | 'megabytesPerSecond' | 'medianMs';
type Row = {
  what: string;
  figures: Record<string, string>;
  note: string;
  /** Requirements that the row missed; any makes the bench exit with 1. */
  missed?: readonly string[];
};

const rows: Row[] = [];

/** True if `--only` selects rows. */
export const isNarrowed = only !== '';

/** True without `--only NAME`, or if one of these row names contains NAME, in any case. */
export function isWanted(...names: string[]): boolean {
  return names.some((name) => name.toLowerCase().includes(only));
}

function optionAfter(name: string): string {
  const position = process.argv.indexOf(name);
  return position < 0 ? '' : (process.argv[position + 1] ?? '');
}

/** Adds a row to the table; `note` is the required figure. */
export function report(row: Row) {
  rows.push(row);
  const figures = Object.entries(row.figures).map((entry) => entry.join(' '));
  console.error(`${row.what}: ${figures.join(', ')}`);
}

/** Measures the contenders in turns, if the row is wanted, and compares the first with each of the others. */
export async function compare(
  what: string,
  unit: Unit,
  load: Pick<Load, 'connections' | 'durationMs'>,
  note: string,
  contenders: Contender[],
) {
  if (!isWanted(what)) return;
  const results = new Map<string, Turn[]>(contenders.map(({ name }) => [name, []]));
  for (const { port, request } of contenders)
    await measure({ ...load, port, request, durationMs: ROUND_MS / 3 });
  for (let round = 0; round < ROUNDS; round += 1)
    for (const contender of contenders) results.get(contender.name)?.push(await takeTurn(contender, load));
  const medians = Array.from(results, ([name, turns]) => ({
    name,
    value: median(turns.map((turn) => turn[unit])),
    perCpuSecond: median(turns.map((turn) => turn[unit] * turn.secondsPerCpuSecond)),
  }));
  const [first] = medians;
  const figures = Object.fromEntries(
    medians.map((one) => [one.name, one === first ? inWords(one, unit) : besideFirst(one, first, unit)]),
  );
  report({ what, figures, note });
}

type Turn = Measured & { secondsPerCpuSecond: number };
type Result = { value: number; perCpuSecond: number };

async function takeTurn({ port, pid, request }: Contender, load: Pick<Load, 'connections' | 'durationMs'>) {
  const cpuBefore = cpuSeconds(pid);
  const measured = await measure({ ...load, port, request });
  return { ...measured, secondsPerCpuSecond: measured.seconds / (cpuSeconds(pid) - cpuBefore) };
}

/** Processor time of a process so far, in seconds to two decimals; NaN except on Linux. */
export function cpuSeconds(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return Number.NaN;
  // The name in brackets may hold spaces; user and system time are the 12th and 13th field after it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function inWords({ value, perCpuSecond }: Result, unit: Unit): string {
  if (unit === 'medianMs' || !Number.isFinite(perCpuSecond)) return shown(value, unit);
  return `${shown(value, unit)}, ${shown(perCpuSecond, unit).replace('/s', ' per CPU-s')}`;
}

function besideFirst(one: Result, first: Result | undefined, unit: Unit): string {
  if (!first) return inWords(one, unit);
  if (unit === 'medianMs') return `${shown(one.value, unit)} (${ratio(one.value / first.value)})`;
  const byCpu = first.perCpuSecond / one.perCpuSecond;
  const note = Number.isFinite(byCpu) ? `; per CPU-s ${ratio(byCpu)}` : '';
  return `${inWords(one, unit)} (${ratio(first.value / one.value)}${note})`;
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

/** Prints the figures that miss their requirements, and makes the process exit with 1 if there are any. */
export function failWhereMissed() {
  for (const { what, missed = [] } of rows)
    for (const figure of missed) {
      console.error(`MISSED  ${what}: ${figure}`);
      process.exitCode = 1;
    }
}
