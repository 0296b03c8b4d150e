/** The ways to compare two pictures, in the order of their keys 1 to 4. */
export const MODES = ['slider', 'side', 'overlay', 'difference'] as const;
export type Mode = (typeof MODES)[number];
