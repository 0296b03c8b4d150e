import { useEffect, useRef } from 'react';

/** Focuses the first field or button of content that a dialog loads after it has opened. */
export function useAutofocus<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  useEffect(() => {
    const field = ref.current;
    const { activeElement } = document;
    // Focus outside of the dialog is on the control that opened it, which the dialog focuses again when it closes.
    const isInDialog = field?.closest('[role="dialog"]')?.contains(activeElement);
    if (isInDialog || activeElement === document.body) field?.focus({ preventScroll: true });
  }, []);
  return { ref, 'data-autofocus': true };
}
