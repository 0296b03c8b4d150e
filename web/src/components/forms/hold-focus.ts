/**
 * Moves a focus lost to the body to the screen's heading, for example when the button that opened a dialog was removed
 * by the dialog's change, or with its menu.
 */
export function holdFocus(): void {
  // A dialog may hold the focus until it is taken out of the page, and gives it back 10 ms after it was closed.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      const heading = document.querySelector<HTMLElement>('main h1');
      heading?.setAttribute('tabindex', '-1');
      heading?.focus({ preventScroll: true });
    }),
  );
}
