import { readFileSync } from 'node:fs';

/** Megabytes a process holds now and the most it ever held. Linux only; elsewhere they are not a number. */
export function residentMegabytes(pid: number): { now: number; peak: number } {
  if (process.platform !== 'linux') return { now: Number.NaN, peak: Number.NaN };
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024;
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}

export function inMegabytes(value: number): string {
  return Number.isFinite(value) ? `${value.toFixed(0)} MB` : 'not known here';
}

/** The most the main process may ever hold. */
export const MOST_MEGABYTES = 400;

/** Limits missed by a row of memory: none, or a peak not below MOST_MEGABYTES. */
export function missedMemory(peak: number): string[] {
  return peak >= MOST_MEGABYTES ? [`memory ${inMegabytes(peak)}`] : [];
}
