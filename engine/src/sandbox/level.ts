/** Levels of isolation for programs that read untrusted files, the strongest first. */
export const LEVELS = ['bubblewrap', 'unshare', 'node'] as const;
export type Level = (typeof LEVELS)[number];
