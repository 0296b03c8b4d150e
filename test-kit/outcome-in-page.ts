import type { Outcome } from './corpus.ts';

/** Outcome shown by the viewer, or `nothing` while it is empty. */
export type Shown = Outcome | 'nothing';

/**
 * Returns the outcome that the open viewer shows for a file. Its source is run in pages of any browser, so it
 * must be self-contained.
 */
export async function outcomeInPage(name: string): Promise<Shown> {
  const viewer = document.querySelector('[role=dialog]');
  const format = name.split('.').at(-1)?.toUpperCase() ?? '';
  const failure = viewer?.querySelector('[role=alert]')?.textContent ?? '';
  if (!viewer) return 'nothing';
  const sentences = [
    `cannot show this ${format} file`,
    'has too many pixels to be shown here',
    'contents of this archive cannot be read',
    'contents of this archive are protected by a password',
  ];
  if (sentences.some((sentence) => failure.includes(sentence))) return 'sentence';
  // The viewer of the previous file may still be closing, so the name of the file is checked.
  const played = [...viewer.querySelectorAll<HTMLMediaElement>('video, audio')];
  const media = played.find((each) => each.getAttribute('aria-label')?.split(' ').includes(name));
  if (played.length > 0 && !media) return 'nothing';
  if (media instanceof HTMLVideoElement) return showsFrame(media) ? 'film' : 'nothing';
  if (media) return media.readyState > (media.duration > 0 ? 0 : 2) ? 'sound' : 'nothing';
  const picture = [...viewer.querySelectorAll('img')].find(({ alt }) => alt === name);
  if (picture && (await isDrawn(picture))) return 'picture';
  if (viewer.querySelector('.page')) return viewer.querySelector('.page .textLayer') ? 'pages' : 'nothing';
  const texts = [...viewer.querySelectorAll('[role=document]')];
  const isText = /^(Text|Document|Contents of|Specimen of) /;
  const text = texts.find((each) => {
    const label = each.getAttribute('aria-label') ?? '';
    // The viewer of the file before may still be closing.
    return isText.test(label) && label.includes(name);
  });
  if (texts.length > 0) return text?.textContent ? 'text' : 'nothing';
  return viewer.textContent.includes('cannot be shown here') ? 'card' : 'nothing';

  /**
   * True if a picture is complete, however transparent, or at least a part of it is drawn: some browsers draw
   * the intact part of a truncated one, others nothing.
   */
  async function isDrawn(shown: HTMLImageElement): Promise<boolean> {
    if (!shown.complete || shown.naturalWidth === 0) return false;
    const image = new Image();
    image.src = shown.currentSrc;
    const isDecoded = image.decode().then(
      () => true,
      () => pixelsOf(shown).some((value, at) => at % 4 === 3 && value > 0),
    );
    // In some browsers a decode never settles; the caller polls again.
    return Promise.race([isDecoded, new Promise<false>((end) => setTimeout(end, 5000, false))]);
  }

  function pixelsOf(shown: HTMLImageElement | HTMLVideoElement): Uint8ClampedArray {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [16, 16];
    const context = canvas.getContext('2d');
    context?.drawImage(shown, 0, 0, 16, 16);
    return context?.getImageData(0, 0, 16, 16).data ?? new Uint8ClampedArray();
  }

  /** True if a film shows a frame that is not black. */
  function showsFrame(shown: HTMLVideoElement): boolean {
    if (shown.readyState < 2 || shown.videoWidth === 0) return false;
    const isBright = pixelsOf(shown).some((value, at) => at % 4 !== 3 && value > 32);
    // Some begin black, or not at 0: what follows counts.
    if (!isBright && shown.currentTime < shown.duration / 2) shown.currentTime = shown.duration * 0.6;
    return isBright;
  }
}
