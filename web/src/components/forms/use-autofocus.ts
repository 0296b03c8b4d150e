import { useEffect, useRef } from 'react';

/**
 * Focuses the first field or button of a dialog. A dialog looks for it only when it opens, so content that comes later,
 * such as a form loaded on demand, takes the focus itself.
 */
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
