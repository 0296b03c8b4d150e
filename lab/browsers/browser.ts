/** A browser that shows one page at a time. */
export type Browser = {
  name: string;
  /** Goes to the address and waits until it is loaded. */
  open(address: string): Promise<void>;
  /** Goes to an origin and replaces its cookies with these. */
  signIn(origin: string, cookies: ReadonlyMap<string, string>): Promise<void>;
  /** Runs a self-contained function in the page; its arguments and result must be JSON values. */
  run<T>(act: (value: string) => T | Promise<T>, value: string): Promise<T>;
  close(): Promise<void>;
};

/** Content seen in a browser; `wanted` is set where it is wrong. */
type Sight = { browser: string; name: string; shown: string; wanted: string | undefined };

/** One part of the test, run in each of the given browsers. */
export type Visit = (browsers: (() => Promise<Browser>)[], report: (sight: Sight) => void) => Promise<void>;

/** Runs the browsers one after the other, so that they do not compete for the processor. */
export async function inEach(
  starts: (() => Promise<Browser>)[],
  act: (browser: Browser) => Promise<void>,
): Promise<void> {
  for (const start of starts) {
    const browser = await start();
    try {
      await act(browser);
    } finally {
      await browser.close();
    }
  }
}

/** An address of the product that runs no script. */
export const QUIET_PATH = '/robots.txt';

/** An expression that calls a function with a text, in any page. */
export function callOf(act: (value: string) => unknown, value: string): string {
  return `(${act.toString()})(${JSON.stringify(value)})`;
}
