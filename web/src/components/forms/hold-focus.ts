/**
 * Gives the focus to the screen's heading where it has fallen to the body, as when the button that opened a dialog went
 * with what the dialog has changed, or with the menu that it stood in.
 */
export function holdFocus(): void {
  if (document.activeElement !== document.body) return;
  const heading = document.querySelector<HTMLElement>('main h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}
