/** A move cannot be done, in a sentence for the owner of the installation. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
}
