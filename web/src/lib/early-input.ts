declare global {
  var earlyInput: Element[] | null | undefined;
}

/**
 * Repeats what was clicked and chosen in a page of the server before React had taken it over. The script in index.html
 * has kept the buttons and the inputs of files; links and texts need no script.
 */
export function repeatEarlyInput(): void {
  const targets = globalThis.earlyInput ?? [];
  globalThis.earlyInput = null;
  for (const target of targets.filter(({ isConnected }) => isConnected)) {
    if (target instanceof HTMLButtonElement) target.click();
    else target.dispatchEvent(new Event('change', { bubbles: true }));
  }
}
