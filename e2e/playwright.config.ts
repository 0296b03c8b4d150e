import { defineConfig } from '@playwright/test';
import { IS_DAILY } from '../test-kit/large/extent.ts';
import { CHROMIUM_ARGUMENTS, findJourneyBrowser } from '../test-kit/programs/find-chromium.ts';

const executablePath = findJourneyBrowser();
if (executablePath === undefined)
  throw new Error(
    'No Chromium found: `node test-kit/programs/ensure-chromium.ts` installs it, CHROMIUM_PATH names it.',
  );

/**
 * Every journey runs on a desktop with reduced motion; those tagged @phone also run on a phone's screen, with motion.
 * The daily run (`npm test`) skips those tagged @before-release, and runs those tagged @phone-before-release on a
 * desktop only, as a phone must show the same (decision 0222).
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // Test, browser and server of a journey wait for each other, so fewer workers would leave two cores partly idle.
  workers: 4,
  ...(IS_DAILY && { grepInvert: /@before-release/ }),
  // The end of the run names each journey that passes only at the second attempt (decision 0222).
  retries: process.env['CI'] ? 1 : 0,
  // Long enough that only a hanging test times out, on a busy machine too.
  timeout: 400_000,
  expect: { timeout: 60_000 },
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    locale: 'en-US',
    timezoneId: 'UTC',
    // A trace costs a quarter of the journeys' processor time; `--trace on` records one.
    trace: 'off',
    // Without a locale Chromium does not find files with non-English letters in their names.
    launchOptions: {
      executablePath,
      args: [...CHROMIUM_ARGUMENTS],
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    },
  },
  projects: [
    {
      name: 'desktop',
      use: { viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } },
    },
    {
      name: 'phone',
      grep: IS_DAILY ? /@phone(?!-)/ : /@phone/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});
