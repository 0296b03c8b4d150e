/**
 * The number of the frame that the viewer's film shows; -1 if it shows none yet, or is still at its beginning.
 * Runs in a page, so it must be self-contained.
 */
export function shownFrameNumber(): number {
  const film = document.querySelector<HTMLVideoElement>('[role="dialog"] video');
  if (!film || film.readyState < 2 || film.seeking || film.currentTime === 0) return -1;
  const canvas = document.createElement('canvas');
  canvas.width = 256;
  canvas.height = 64;
  const drawing = canvas.getContext('2d');
  if (!drawing) return -1;
  drawing.drawImage(film, 0, 0, 256, 64);
  let number = 0;
  for (let bit = 0; bit < 8; bit += 1) {
    const [above = 0] = drawing.getImageData(bit * 32 + 16, 16, 1, 1).data;
    const [below = 0] = drawing.getImageData(bit * 32 + 16, 48, 1, 1).data;
    if (Math.abs(above - below) < 60) return -1;
    if (above > below) number += 2 ** bit;
  }
  return number;
}
