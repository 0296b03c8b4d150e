import { useEffect, useEffectEvent } from 'react';

type Keys = Record<string, () => void>;

/** Keys of the viewer while it is open; films and sounds keep the arrows that seek in them. */
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
