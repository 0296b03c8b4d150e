import { useLocation } from 'react-router';
import { loadPlace } from '../places/load-place.ts';

/**
 * Shows the moment that the address names, once the head of a film or a sound is read; it is not played. One behind the
 * end changes nothing, and what is under way stays where it is.
 */
export function useMomentOfAddress(): (media: HTMLMediaElement) => void {
  const { search } = useLocation();
  const show = async (media: HTMLMediaElement) => {
    const { t } = await loadPlace(search);
    const isFresh = media.currentTime === 0 && media.paused;
    if (t !== undefined && t <= media.duration * 1000 && isFresh) media.currentTime = t / 1000;
  };
  return (media) => void show(media);
}
