import { useEffect, useEffectEvent } from 'react';

type Keys = Record<string, () => void>;

/** Arrow keys of the viewer while it is open; videos and sounds keep theirs, which seek. */
export function useArrowKeys(isActive: boolean, keys: Keys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLMediaElement)
      return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!isActive) return undefined;
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [isActive]);
}
