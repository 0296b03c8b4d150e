/** Something between the browser and the server refuses even the smallest piece of a file, of so many bytes. */
export class LimitBetweenError extends Error {
  override name = 'LimitBetweenError';
  readonly bytes: number;

  constructor(bytes: number) {
    super(`Requests of ${bytes} bytes are refused on their way`);
    this.bytes = bytes;
  }
}
