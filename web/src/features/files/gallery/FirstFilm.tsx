import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useLayoutEffect, useRef } from 'react';
import { leaveFilm } from '../viewer/media/begun-film.ts';
import { usePlayed } from '../viewer/media/use-played.ts';
import { frameIn, momentNamedIn } from '../viewer/places/first-place.ts';

type Props = {
  file: ProjectFile;
  /** Query of the address, which may name a moment that is shown first. */
  query: URLSearchParams;
};

/** A film with the browser's own controls, which need no code of ours; the viewer goes on where it was left. */
export function FirstFilm({ file, query }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  usePlayed(video, file.id);
  useLayoutEffect(() => {
    const film = video.current;
    return () => {
      if (film) leaveFilm(file.id, film);
    };
  }, [file.id]);
  const milliseconds = momentNamedIn(query);
  const moment = milliseconds > 0 ? `#t=${milliseconds / 1000}` : '';
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- captions come from the files beside a film, with the viewer
    <video
      ref={video}
      src={`${file.preview ?? file.file}${moment}`}
      poster={file.thumbnail_large ?? undefined}
      {...frameIn(query, file)}
      aria-label={file.name}
      controls
      playsInline
      preload="metadata"
    />
  );
}
