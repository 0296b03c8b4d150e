type BegunFilm = { id: number; seconds: number; isPlaying: boolean };

let begun: BegunFilm | null = null;

/** Notes where a film of the first look stands, if it was played or sought, for the viewer that takes its place. */
export function leaveFilm(id: number, { currentTime, paused, ended }: HTMLVideoElement): void {
  begun = currentTime > 0 ? { id, seconds: currentTime, isPlaying: !paused && !ended } : null;
}

/**
 * Goes on with the film where the first look left it, and plays it if it was playing. True if it had been begun; the
 * note is used up. A browser that refuses to play leaves it paused at its place.
 */
export function goOnWithFilm(id: number, film: HTMLVideoElement): boolean {
  const left = begun;
  begun = null;
  if (left?.id !== id) return false;
  film.currentTime = left.seconds;
  if (left.isPlaying)
    film.play().catch((error: unknown) => console.warn('The film waits for a click', error));
  return true;
}
