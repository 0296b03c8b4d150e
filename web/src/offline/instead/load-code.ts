/** In place of lib/code/load-code.ts: all code of a copy is in one file. */
export function loadCode<T>(load: () => Promise<T>): Promise<T> {
  return load();
}
