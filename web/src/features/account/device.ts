export type Device = { browser: string; system: string; isPhone: boolean };

// The order matters: Edge and Opera also say Chrome, Chrome also says Safari.
const BROWSERS: [name: string, mark: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];

// iPhones also say Mac OS X, Android also says Linux.
const SYSTEMS: [name: string, mark: RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['ChromeOS', /CrOS/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux/],
];

/** What people call the device behind a User-Agent; null when it says nothing we know. */
export function deviceOf(userAgent: string): Device | null {
  const browser = BROWSERS.find(([, mark]) => mark.test(userAgent))?.[0];
  const system = SYSTEMS.find(([, mark]) => mark.test(userAgent))?.[0];
  if (!browser || !system) return null;
  return { browser, system, isPhone: /iPhone|iPad|Android/.test(system) };
}
