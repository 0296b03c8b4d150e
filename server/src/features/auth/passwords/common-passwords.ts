import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { normalizedPassword } from '@vitrin/shared/contract/users.ts';
import { type MessageKey } from '../../../i18n/messages.ts';
import { ValidationError } from '../../../errors.ts';

const REFUSED = 10_000;

let commonest: Set<string> | undefined;

/** Throws ValidationError on `field` for one of the 10,000 commonest passwords (specification 3.2). */
export function refuseCommonPassword(field: string, password: string): void {
  const key: MessageKey = 'auth.password_too_common';
  if (isCommon(password)) throw new ValidationError({ [field]: key });
}

/** Reads the list. Called before the server listens, because it would hold up other requests for too long. */
export function loadCommonPasswords(): void {
  commonest ??= readCommonest();
}

function isCommon(password: string): boolean {
  commonest ??= readCommonest();
  return commonest.has(normalizedPassword(password).toLowerCase());
}

/** Reads the list, which is sorted by frequency and in lower case. */
function readCommonest(): Set<string> {
  const file = fileURLToPath(import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json'));
  const passwords = JSON.parse(readFileSync(file, 'utf8')) as string[];
  return new Set(passwords.slice(0, REFUSED));
}
