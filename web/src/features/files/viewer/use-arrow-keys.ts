import { useEffect, useEffectEvent } from 'react';

type Keys = Record<string, () => void>;

/**
 * Keys of the viewer while it is open; films and sounds keep theirs, which seek, and fields those that write. A slider
 * has no keys of its own here: those of the viewer move it, by steps that suit what it moves.
 */
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
