/** A browser that shows one page at a time. */
export type Browser = {
  name: string;
  /** Goes to the address and waits until it is loaded. */
  open(address: string): Promise<void>;
  /** The only cookies from now on, for the origin of the page that is open. */
  setCookies(cookies: ReadonlyMap<string, string>): Promise<void>;
  /** Runs a function that names nothing outside itself, with what JSON can say. */
  run<T>(act: (value: string) => T | Promise<T>, value: string): Promise<T>;
  close(): Promise<void>;
};

/** An expression that calls a function with a text, in any page. */
export function callOf(act: (value: string) => unknown, value: string): string {
  return `(${act.toString()})(${JSON.stringify(value)})`;
}
