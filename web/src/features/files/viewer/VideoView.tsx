import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { loadCode } from '../../../lib/code/load-code.ts';
import classes from './FileViewer.module.css';
import { PreviewNote } from './PreviewNote.tsx';
import { goOnWithFilm } from './media/begun-film.ts';
import { CopyMoment } from './media/CopyMoment.tsx';
import { useMomentOfAddress } from './media/use-moment-of-address.ts';
import { useShownFrame } from './media/shown-frame.ts';
import { usePlayed } from './media/use-played.ts';
import { frameIn } from './places/first-place.ts';
import own from './VideoView.module.css';
import type { ViewProps } from './view-props.ts';

/** WebKit may know the size of a picture a moment after the rest of a film's head. */
const PICTURE_MS = 1500;

/** Video with the browser's controls. An undecodable picture (HEVC, ProRes) is no error, only a width of 0. */
export function VideoView(props: ViewProps) {
  const { file, isOpen, onFailure } = props;
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const showMoment = useMomentOfAddress();
  const video = useRef<HTMLVideoElement>(null);
  useSubtitles(video, props);
  usePlayed(video, file.id);
  useShownFrame(video);
  useEffect(() => {
    if (!isOpen) video.current?.pause();
  }, [isOpen]);
  const failWithoutPicture = (film: HTMLVideoElement, source: string) => {
    if (film.isConnected && film.src === source && film.videoWidth === 0) onFailure();
  };
  return (
    <>
      <div className={own.film}>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- captions come from the files beside a film, once they are read */}
        <video
          ref={video}
          className={classes.video}
          data-place
          src={file.preview ?? file.file}
          poster={file.thumbnail_large ?? undefined}
          {...frameIn(query, file)}
          controls
          playsInline
          preload="metadata"
          onLoadedMetadata={({ currentTarget: film }) => {
            if (!goOnWithFilm(file.id, film)) showMoment(film);
            setTimeout(failWithoutPicture, PICTURE_MS, film, film.src);
          }}
          onError={() => onFailure()}
          aria-label={t('viewer.video', { name: file.name })}
        />
        <CopyMoment film={video} />
      </div>
      {file.preview_percent !== null && <PreviewNote percent={file.preview_percent} />}
    </>
  );
}

/** Reads the subtitles beside a film when it is opened. */
function useSubtitles(video: RefObject<HTMLVideoElement | null>, { file, files }: ViewProps): void {
  const { i18n } = useTranslation();
  const load = useEffectEvent(async (film: HTMLVideoElement, signal: AbortSignal) => {
    const { addSubtitles } = await loadCode(() => import('./subtitles/add-subtitles.ts'));
    await addSubtitles(film, { file, files, language: i18n.language, signal });
  });
  const hasSome = files.some(({ name }) => /\.(vtt|srt)$/i.test(name));
  useEffect(() => {
    if (!hasSome || !video.current) return undefined;
    const reading = new AbortController();
    void load(video.current, reading.signal);
    return () => reading.abort();
  }, [hasSome, video]);
}
