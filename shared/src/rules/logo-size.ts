/** Pixels that a logo is drawn into: three times as large as it is shown, for dense screens. */
export const LOGO_BOX = { width: 480, height: 160 } as const;

/** Most bytes of a stored logo. */
export const MAX_LOGO_BYTES = 100_000;
