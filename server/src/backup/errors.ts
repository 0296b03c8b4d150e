/** A backup, a restore or a verification cannot be done, in a sentence for the owner of the installation. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
