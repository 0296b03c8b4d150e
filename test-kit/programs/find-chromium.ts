import { existsSync } from 'node:fs';
import path from 'node:path';

const NAMES = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];
/** Chromium without windows, in which a journey takes a quarter less of the processor (decision 0222). */
export const CHROMIUM_SHELL = 'chromium-headless-shell';
const MAC_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Path of a full browser: CHROMIUM_PATH, else the first of the usual names in PATH, else undefined. */
export function findChromium(): string | undefined {
  return process.env['CHROMIUM_PATH'] || firstOf([...inPath(NAMES), ...MAC_APPS]);
}

/** The browser of the journeys: CHROMIUM_PATH, else Chromium's shell in PATH, else a whole browser, else undefined. */
export function findJourneyBrowser(): string | undefined {
  return process.env['CHROMIUM_PATH'] || firstOf(inPath([CHROMIUM_SHELL])) || findChromium();
}

function inPath(names: readonly string[]): string[] {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

const firstOf = (files: readonly string[]) => files.find((file) => existsSync(file));

/**
 * Arguments that keep Chromium from connecting to other machines, so that tests need no network and notice when the
 * product does.
 */
export const CHROMIUM_ARGUMENTS: readonly string[] = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-pings',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
