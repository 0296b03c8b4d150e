import type { Person } from '@vitrin/shared/contract/customers.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useActionError } from '../../components/feedback/use-action-error.ts';
import { toastError } from '../../components/feedback/toast.ts';
import { registrationLink } from '../../paths.ts';
import { copyLater } from '../../lib/clipboard.ts';
import { LINK_COPIED_COOKIE } from '@vitrin/shared/rules/rendered-pages.ts';
import { writeCookie } from '../../lib/cookies.ts';
import { useSignedInUser } from '../auth/api.ts';
import { fetchCustomer } from './customer-table-api.ts';

/** How long "copied" shows (specification 2.10). */
const COPIED_MS = 500;

/** Loads the row anew and copies its registration link. */
export function useCopyLink(customer: Person) {
  const { t } = useTranslation();
  const user = useSignedInUser();
  const showError = useActionError();
  const [isCopying, setCopying] = useState(false);
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    // Not disabled meanwhile, which would take the focus from the button.
    if (isCopying) return;
    setCopying(true);
    try {
      await copyLater(async () => {
        const token = (await fetchCustomer(customer))?.reset_token;
        if (!token) throw new NoLinkError();
        return registrationLink(location.origin, token);
      });
      setCopied(true);
      writeCookie(LINK_COPIED_COOKIE, String(user.id));
    } catch (error) {
      if (error instanceof NoLinkError) toastError(t('customers.noLinkReason'));
      else showError(error, t('customers.copyFailed'));
    } finally {
      setCopying(false);
    }
  };

  return { copy, isCopied, isCopying };
}

/** The customer has a verified address by now, or was deleted. */
class NoLinkError extends Error {
  override name = 'NoLinkError';
}
