import { useEffect, useEffectEvent } from 'react';

type Keys = Record<string, () => void>;

/** Keys of the open viewer; media and text fields keep theirs, while a slider moves by the viewer's keys. */
export function useArrowKeys(isActive: boolean, keys: Keys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey || isTakenBy(event.target)) return;
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

function isTakenBy(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'range';
  return target instanceof HTMLMediaElement;
}
