/** How far programs that read files of strangers are kept from this machine, the strongest level first. */
export const LEVELS = ['bubblewrap', 'unshare', 'node'] as const;
export type Level = (typeof LEVELS)[number];
