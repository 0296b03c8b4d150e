import { useLocation } from 'react-router';
import { loadPlace } from '../places/load-place.ts';

/** Seeks to the moment in the address without playing, once the metadata is loaded; ignores one behind the end. */
export function useMomentOfAddress(): (media: HTMLMediaElement) => void {
  const { search } = useLocation();
  const show = async (media: HTMLMediaElement) => {
    const { t } = await loadPlace(search);
    const isFresh = media.currentTime === 0 && media.paused;
    if (t !== undefined && t <= media.duration * 1000 && isFresh) media.currentTime = t / 1000;
  };
  return (media) => void show(media);
}
