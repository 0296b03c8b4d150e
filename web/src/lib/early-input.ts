declare global {
  var earlyInput: Set<HTMLElement | null> | null | undefined;
}

/**
 * Repeats what was clicked and chosen in a page of the server before React had taken it over. The script in index.html
 * has kept the buttons, check boxes and inputs of files; links and texts need no script.
 */
export function repeatEarlyInput(): void {
  const targets = globalThis.earlyInput ?? [];
  globalThis.earlyInput = null;
  for (const target of targets) {
    if (!target?.isConnected) continue;
    // For a check box this is no change, but lets React take it over before it is set back and clicked.
    target.dispatchEvent(new Event('change', { bubbles: true }));
    if (target instanceof HTMLInputElement) {
      if (target.type === 'file') continue;
      target.checked = target.defaultChecked;
    }
    target.click();
  }
}

/**
 * Forgets what React answers while it takes the page over, so that no menu opens and closes again. React has to listen
 * to `root` already: it stops an event there for which it still waits for code.
 */
export function forgetAnsweredInput(root: Element): void {
  for (const type of ['click', 'change'])
    root.addEventListener(type, ({ target }) => {
      if (target instanceof Element)
        globalThis.earlyInput?.delete(target.closest<HTMLElement>('button, input'));
    });
}
