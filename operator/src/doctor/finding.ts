import { withoutSecrets } from '../admin/without-secrets.ts';
import { AppError } from '@vitrin/server/errors.ts';
import { translate } from '@vitrin/server/i18n/messages.ts';

/** From the best to the worst. */
export const SEVERITIES = ['ok', 'note', 'warning', 'error'] as const;

export type Severity = (typeof SEVERITIES)[number];

/** Result of one check: a sentence on the state found, and one on how to fix it. */
export type Finding = { severity: Severity; what: string; advice?: string };

export const ok = (what: string): Finding => ({ severity: 'ok', what });
export const note = (what: string, advice: string): Finding => ({ severity: 'note', what, advice });
export const warning = (what: string, advice: string): Finding => ({ severity: 'warning', what, advice });
export const error = (what: string, advice: string): Finding => ({ severity: 'error', what, advice });

/** Why something failed, in one line and without a name or password that stands in an address. */
export function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return withoutSecrets(String(failure));
  // An AggregateError, as of an address with several machines, has its reasons inside and no message.
  const [first] = failure instanceof AggregateError ? (failure.errors as unknown[]) : [];
  if (first !== undefined) return reasonOf(first);
  // Errors of the product have a key as their message; the cause is more useful.
  if (failure.cause instanceof Error) return reasonOf(failure.cause);
  if (failure instanceof AppError)
    return withoutSecrets(translate('en', failure.detail.key)).replace(/\.$/, '');
  const { code } = failure as NodeJS.ErrnoException;
  return withoutSecrets(failure.message || (code ?? failure.name)).replace(/\.$/, '');
}
