/** In place of viewer/media/use-played.ts: what is played in a copy stays with whoever plays it. */
export function usePlayed(): void {}
