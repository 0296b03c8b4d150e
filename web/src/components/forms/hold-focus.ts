/** Later than the moment at which a closed dialog gives the focus back to the button that opened it, in milliseconds. */
const AFTER_RETURN_MS = 50;

/** Moves a focus lost to the body to the screen's heading, for example after its button was removed. */
export function holdFocus(): void {
  const page = document;
  // The dialog may hold the focus until it is taken out of the page.
  setTimeout(() => {
    if (page.activeElement !== page.body) return;
    const heading = page.querySelector<HTMLElement>('main h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, AFTER_RETURN_MS);
}
