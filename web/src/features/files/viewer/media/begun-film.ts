type BegunFilm = { id: number; seconds: number; isPlaying: boolean };

let begun: BegunFilm | null = null;

/** Notes where a film of the first look stands, if it was played or sought, for the viewer that takes its place. */
export function leaveFilm(id: number, { currentTime, paused, ended }: HTMLVideoElement): void {
  begun = currentTime > 0 ? { id, seconds: currentTime, isPlaying: !paused && !ended } : null;
}

/** Continues the film of the first look, if any (then true), and plays it if it was playing and the browser allows. */
export function goOnWithFilm(id: number, film: HTMLVideoElement): boolean {
  const left = begun;
  begun = null;
  if (left?.id !== id) return false;
  film.currentTime = left.seconds;
  if (left.isPlaying)
    film.play().catch((error: unknown) => console.warn('The film waits for a click', error));
  return true;
}
