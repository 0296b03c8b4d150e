import { aptInstall } from './apt-install.ts';
import { findChromium } from './find-chromium.ts';

/** Finds Chromium for the journeys, or installs Debian's package. Returns its path; throws with the reason. */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  const reason = aptInstall(['chromium', 'fonts-liberation']);
  const installed = findChromium();
  if (installed) return installed;
  throw new Error(
    `The browser journeys cannot run: no Chromium in PATH, and installing Debian's package did not help ` +
      `(${reason ?? 'it brought no program'}). Install Chromium or Chrome, or set CHROMIUM_PATH.`,
  );
}

if (import.meta.main) {
  try {
    console.log(ensureChromium());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
