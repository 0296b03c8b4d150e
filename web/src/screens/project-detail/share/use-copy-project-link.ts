import { LINK_COPIED_COOKIE } from '@vitrin/shared/rules/rendered-pages.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { toastSuccess } from '../../../components/feedback/toast.ts';
import { useActionError } from '../../../components/feedback/use-action-error.ts';
import { useCurrentUser } from '../../../features/auth/api.ts';
import { allCustomersQuery } from '../../../features/customers/api.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { copyLater } from '../../../lib/clipboard.ts';
import { writeCookie } from '../../../lib/cookies.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { paths, registrationLink } from '../../../paths.ts';

/** Copies the address that leads the client to the project: the invitation of one who never registered, else its own. */
export function useCopyProjectLink({ id, customer_id }: Project): () => Promise<void> {
  const { t } = useTranslation();
  const user = useCurrentUser();
  const showError = useActionError();
  return async () => {
    try {
      await copyLater(() => addressOf(id, customer_id));
      writeCookie(LINK_COPIED_COOKIE, String(user?.id));
      toastSuccess(t('work.linkCopied'));
    } catch (error) {
      showError(error);
    }
  };
}

async function addressOf(projectId: number, customerId: number | null): Promise<string> {
  // Loaded anew, since an invitation ends with its first use.
  const customers = await queryClient.fetchQuery({ ...allCustomersQuery, staleTime: 0 });
  const customer = customers.find(({ id }) => id === customerId);
  return customer && !customer.registered && customer.reset_token !== null
    ? registrationLink(location.origin, customer.reset_token)
    : location.origin + paths.project(projectId);
}
