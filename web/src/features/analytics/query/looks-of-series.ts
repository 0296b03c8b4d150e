/** Colour and line of each series, so that they differ without colours as well. */
export const LOOKS_OF_SERIES = [
  { color: 'var(--mantine-color-petrol-5)', dash: undefined },
  { color: 'var(--mantine-color-amber-5)', dash: '9 4' },
  { color: 'var(--mantine-color-green-5)', dash: '2 4' },
  { color: 'var(--mantine-color-red-5)', dash: '12 4 2 4' },
  { color: 'var(--mantine-color-gray-5)', dash: '4 8' },
] as const;

/** The time before: paler, in dashes as a line and hatched as a column. */
export const BEFORE = { color: 'var(--mantine-color-gray-5)', dash: '6 5' } as const;

export type DrawnSeries = {
  name: string;
  label: string;
  color: string;
  dash?: string | undefined;
  /** Fill of its areas; default: full. */
  filled?: 'stripes' | 'dots';
};
