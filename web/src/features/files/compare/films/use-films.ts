import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useShownFrame } from '../../viewer/media/shown-frame.ts';
import { loadPlace } from '../../viewer/places/load-place.ts';
import { type FilmPair, createFilmPair } from './film-pair.ts';

type FilmRef = RefObject<HTMLVideoElement | null>;

/** Keeps two films in step, once the heads of both are loaded; `time` and `length` are seconds. */
export function useFilms(older: FilmRef, newer: FilmRef, isOpen: boolean) {
  const pair = useRef<FilmPair | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [time, setTime] = useState(0);
  const [length, setLength] = useState(0);
  const { search } = useLocation();
  const showMoment = useEffectEvent(async (made: FilmPair) => {
    const { t } = await loadPlace(search);
    if (t !== undefined && t <= made.length * 1000 && made.time() === 0) await made.seek(t / 1000);
  });
  useShownFrame(older);
  useShownFrame(newer);

  useEffect(() => {
    const [one, other] = [newer.current, older.current];
    if (!one || !other) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const begin = () => {
      if (one.readyState === 0 || other.readyState === 0 || pair.current) return;
      const made = createFilmPair(one, other);
      pair.current = made;
      setLength(made.length);
      showMoment(made).catch(report);
      const leader = made.isLeader(one) ? one : other;
      leader.addEventListener('timeupdate', () => setTime(made.time()), { signal });
      leader.addEventListener('seeking', () => setTime(made.time()), { signal });
      const end = () => {
        made.pause();
        setPlaying(false);
      };
      leader.addEventListener('ended', end, { signal });
      for (const film of [one, other]) {
        film.addEventListener('waiting', () => made.wait(film), { signal });
        film.addEventListener('canplay', () => void made.proceed(film).catch(report), { signal });
      }
      followFrames(leader, () => made.step(), signal);
    };
    for (const film of [one, other]) film.addEventListener('loadedmetadata', begin, { signal });
    begin();
    return () => {
      stop.abort();
      pair.current = null;
    };
  }, [older, newer]);

  useEffect(() => {
    if (!isOpen) pair.current?.pause();
  }, [isOpen]);

  return {
    isReady: length > 0,
    isPlaying,
    time,
    length,
    toggle: () => {
      if (!pair.current) return;
      setPlaying(!isPlaying);
      if (isPlaying) pair.current.pause();
      else pair.current.play().catch(report);
    },
    seek: (seconds: number) => {
      pair.current?.seek(seconds).catch(report);
    },
  };
}

/** Calls back for each shown frame of the film, or each of the screen if the browser does not report them. */
function followFrames(film: HTMLVideoElement, onFrame: () => void, signal: AbortSignal): void {
  const again = () => {
    if (signal.aborted) return;
    onFrame();
    ask();
  };
  const ask = () => {
    if ('requestVideoFrameCallback' in film) film.requestVideoFrameCallback(again);
    else requestAnimationFrame(again);
  };
  ask();
}

/** A pause right after the start ends the start with an error that says so. */
function report(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  console.error('play films to compare', error);
}
