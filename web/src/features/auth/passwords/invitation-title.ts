import type { VerifiedToken } from '@vitrin/shared/contract/users.ts';
import type { TFunction } from '../../../i18n/translator.ts';

/** Title of an invitation, on the page and in the tab. */
export function invitationTitle(t: TFunction, { freelancer, username }: VerifiedToken): string {
  return freelancer === null
    ? t('auth.invitationTitle', { username })
    : t('auth.invitationTitleFrom', { freelancer });
}
