/** Box in pixels and most bytes of a logo, three times as large as shown, for dense screens. */
export const LOGO_LIMITS = { box: { width: 480, height: 160 }, mostBytes: 100_000 } as const;
