/** The ways to compare two pictures, in the order of their keys 1 to 3. */
export const MODES = ['slider', 'side', 'overlay'] as const;
export type Mode = (typeof MODES)[number];
