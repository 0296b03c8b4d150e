declare global {
  var earlyInput: Set<Element | null> | null | undefined;
}

/**
 * Repeats what was clicked and chosen in a page of the server before React had taken it over. The script in index.html
 * has kept the buttons and the inputs of files; links and texts need no script.
 */
export function repeatEarlyInput(): void {
  const targets = globalThis.earlyInput ?? [];
  globalThis.earlyInput = null;
  for (const target of targets) {
    if (!target?.isConnected) continue;
    if (target instanceof HTMLButtonElement) target.click();
    else target.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

/**
 * Forgets what React answers while it takes the page over, so that no menu opens and closes again. React has to listen
 * to `root` already: it stops an event there for which it still waits for code.
 */
export function forgetAnsweredInput(root: Element): void {
  for (const type of ['click', 'change'])
    root.addEventListener(type, ({ target }) => {
      if (target instanceof Element) globalThis.earlyInput?.delete(target.closest('button, input'));
    });
}
