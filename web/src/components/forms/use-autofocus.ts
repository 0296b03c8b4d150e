import { useEffect, useRef } from 'react';

/**
 * For the field or button of a dialog that the keyboard begins at. A dialog looks for it only when it opens; whatever
 * comes into it later, as a form whose code has to be fetched first, takes the focus itself.
 */
export function useAutofocus<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  useEffect(() => {
    const field = ref.current;
    const { activeElement } = document;
    // Elsewhere it is still on what opened the dialog, which gets it back at the end.
    const isInDialog = field?.closest('[role="dialog"]')?.contains(activeElement);
    if (isInDialog || activeElement === document.body) field?.focus({ preventScroll: true });
  }, []);
  return { ref, 'data-autofocus': true };
}
