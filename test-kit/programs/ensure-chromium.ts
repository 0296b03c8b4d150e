import { aptInstall } from './apt-install.ts';
import { CHROMIUM_SHELL, findChromium, findJourneyBrowser } from './find-chromium.ts';

/** Finds a whole Chromium, or installs Debian's package. Returns its path; throws with the reason. */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  const reason = aptInstall(['chromium', 'fonts-liberation']);
  const installed = findChromium();
  if (installed) return installed;
  throw new Error(
    `No Chromium in PATH, and installing Debian's package did not help ` +
      `(${reason ?? 'it brought no program'}). Install Chromium or Chrome, or set CHROMIUM_PATH.`,
  );
}

/**
 * Finds the browser of the journeys, or installs Debian's packages: Chromium's shell, and a whole Chromium for
 * journeys that need its windows. A whole Chromium alone suffices if the shell cannot be installed. Returns its
 * path; throws with the reason.
 */
export function ensureJourneyBrowser(): string {
  const found = findJourneyBrowser();
  if (found && (process.env['CHROMIUM_PATH'] || (found.endsWith(CHROMIUM_SHELL) && findChromium())))
    return found;
  const reason = aptInstall([CHROMIUM_SHELL, 'chromium', 'fonts-liberation']);
  if (reason !== undefined) console.error(`The journeys run in the Chromium that is there: ${reason}.`);
  const whole = ensureChromium();
  return findJourneyBrowser() ?? whole;
}

if (import.meta.main) {
  try {
    console.log(ensureJourneyBrowser());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
