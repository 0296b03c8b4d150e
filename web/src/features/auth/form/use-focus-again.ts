import { type RefObject, useEffect, useRef } from 'react';

const FIRST_FIELD = 'main form input:not([readonly], [hidden], [type=submit])';

/**
 * Ref of a button that is disabled while it is busy, for which browsers take the focus off it: gives it back afterwards.
 * Where the button stays disabled, as one that counts down, the first field of the form takes it.
 */
export function useFocusAgain<Control extends HTMLElement = HTMLButtonElement>(
  isBusy: boolean,
): RefObject<Control | null> {
  const control = useRef<Control>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy && document.activeElement === document.body) {
      const isDisabled = control.current?.matches(':disabled') ?? true;
      (isDisabled ? document.querySelector<HTMLElement>(FIRST_FIELD) : control.current)?.focus();
    }
    wasBusy.current = isBusy;
  }, [isBusy]);
  return control;
}
