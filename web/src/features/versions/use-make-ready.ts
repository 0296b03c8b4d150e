import { useMutation } from '@tanstack/react-query';
import type { UpdateVersion, Version } from '@vitrin/shared/contract/versions.ts';
import { toastSuccess } from '../../components/feedback/toast.ts';
import { useActionError } from '../../components/feedback/use-action-error.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { api } from '../../lib/api-client.ts';
import { refreshProjects } from '../projects/api.ts';

/** Lets the client see a version from now on. */
export function useMakeReady() {
  const { t } = useTranslation();
  const showError = useActionError();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ id }: Pick<Version, 'id'>) =>
      api<Version>(`/versions/${id}/`, {
        method: 'PATCH',
        body: { ready_at: 'now' } satisfies UpdateVersion,
      }),
    onSuccess: refreshProjects,
  });
  const makeReady = async (version: Pick<Version, 'id' | 'version_number'>) => {
    try {
      await mutateAsync(version);
      toastSuccess(t('drafts.madeReady', { number: version.version_number }));
    } catch (error) {
      showError(error);
    }
  };
  return { makeReady, isPending };
}
