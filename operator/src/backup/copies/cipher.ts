import type { ByteSource } from '@vitrin/engine/bytes/byte-source.ts';

/** Forms of encrypted files: 2 is of earlier releases, 3 is age's format (age-encryption.org/v1). */
export type Form = 2 | 3;

/** The bytes are not as a holder of the key has sealed them. */
export class NotAuthenticError extends Error {
  override readonly name = 'NotAuthenticError';
}

export type BackupCipher = {
  form: Form;
  /** Identifies the key without revealing it, so that a wrong key can be distinguished from damage. */
  keyName: string;
  /**
   * Keyed form of a SHA-256, for names and manifests: without the key it does not reveal which content it
   * belongs to.
   */
  sumOf: (sha256: string) => string;
  seal: (path: string, source: ByteSource) => AsyncGenerator<Buffer, void>;
  /** Throws NotAuthenticError, at the latest behind the last byte. */
  open: (path: string, source: ByteSource) => AsyncGenerator<Buffer, void>;
  /** Size in bytes before it was sealed; undefined where no sealed file has this one. */
  openedSize: (sealedSize: number) => number | undefined;
};
