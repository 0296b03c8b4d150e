import { useEffect, type RefObject } from 'react';

/** Seconds: a frame of unknown length is taken to be as short as those of 60 a second. */
const SHORT_FRAME = 1 / 60;
const LONGEST_FRAME = 1 / 10;

type Frame = {
  /** Seconds from the film's beginning. */
  began: number;
  /** Seconds of the shortest frame that was seen. */
  length: number;
};

const shown = new WeakMap<HTMLMediaElement, Frame>();

/** Notes when each frame that a film shows began, where the browser says so. */
export function useShownFrame(film: RefObject<HTMLVideoElement | null>): void {
  useEffect(() => {
    const { current } = film;
    if (!current || !('requestVideoFrameCallback' in current)) return undefined;
    let asked = 0;
    let hasJumped = false;
    const jump = () => void (hasJumped = true);
    const ask = () => {
      asked = current.requestVideoFrameCallback((_now, { mediaTime }) => {
        const before = shown.get(current);
        shown.set(
          current,
          nextFrame(before && hasJumped ? { ...before, began: mediaTime } : before, mediaTime),
        );
        hasJumped &&= current.seeking;
        ask();
      });
    };
    current.addEventListener('seeking', jump);
    ask();
    return () => {
      current.removeEventListener('seeking', jump);
      current.cancelVideoFrameCallback(asked);
    };
  }, [film]);
}

/** Frame length as the least distance of two frames; distances beyond the longest frame are jumps. */
export function nextFrame(before: Frame | undefined, began: number): Frame {
  const step = Math.abs(began - (before?.began ?? began));
  const length = before?.length ?? Infinity;
  return { began, length: step > 0.001 && step <= LONGEST_FRAME && step < length ? step : length };
}

/** Shown moment in milliseconds: the middle of a known frame, so that rounding finds the same one, else rounded up. */
export function momentOf(media: HTMLMediaElement): number {
  return momentIn(shown.get(media), media.currentTime);
}

export function momentIn(frame: Frame | undefined, time: number): number {
  const length = frame && Number.isFinite(frame.length) ? frame.length : SHORT_FRAME;
  // A frame that was noted before a jump is not the one that is shown.
  if (!frame || time < frame.began - length || time > frame.began + 2 * length) return Math.ceil(time * 1000);
  return Math.round((frame.began + length / 2) * 1000);
}
