/** Replaces viewer/media/use-played.ts: plays in a copy are not reported. */
export function usePlayed(): void {}
