import { defineConfig } from '@playwright/test';
import { IS_DAILY } from '../test-kit/large/extent.ts';
import { CHROMIUM_ARGUMENTS, findJourneyBrowser } from '../test-kit/programs/find-chromium.ts';

const executablePath = findJourneyBrowser();
if (executablePath === undefined)
  throw new Error(
    'No Chromium found: `node test-kit/programs/ensure-chromium.ts` installs it, CHROMIUM_PATH names it.',
  );

/**
 * Every journey runs on a desktop, where motion is reduced, as some people have it; those tagged @phone run on a phone's
 * screen as well, where things move. `npm test` leaves out those tagged @before-release, and takes those tagged
 * @phone-before-release on a desktop alone, as they ask nothing of a phone but that it does the same (decision 0222).
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // Test, browser and server of a journey wait for each other, so two journeys leave a part of two cores idle.
  workers: 3,
  ...(IS_DAILY && { grepInvert: /@before-release/ }),
  // A journey that passes at the second attempt is named at the end of the run (decision 0222).
  retries: process.env['CI'] ? 1 : 0,
  // Long enough that only a hanging test times out, on a busy machine too.
  timeout: 400_000,
  expect: { timeout: 60_000 },
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    locale: 'en-US',
    timezoneId: 'UTC',
    // Recorded with `--trace on`: it takes a quarter of the journeys' processor time.
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
