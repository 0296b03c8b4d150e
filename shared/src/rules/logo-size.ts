/** The box in pixels that a logo is drawn into, three times as large as it is shown, for dense screens; and its most bytes. */
export const LOGO_LIMITS = { box: { width: 480, height: 160 }, mostBytes: 100_000 } as const;
