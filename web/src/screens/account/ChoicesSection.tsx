import { Skeleton, Stack, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NoticeChoice } from '@vitrin/shared/contract/notices.ts';
import { ErrorState } from '../../components/feedback/ErrorState.tsx';
import { errorText } from '../../components/feedback/error-text.ts';
import { toastError } from '../../components/feedback/toast.ts';
import { useHasBoards } from '../../features/analytics/boards/use-has-boards.ts';
import { choicesQuery, saveChoice } from '../../features/notices/api.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { AccountSection } from './AccountSection.tsx';

/** A switch for each kind of mail about work. */
export function ChoicesSection() {
  const { t } = useTranslation();
  const choices = useQuery(choicesQuery);
  const hasBoards = useHasBoards();
  return (
    <AccountSection lead={t('notices.lead')}>
      {choices.isPending && <Skeleton height={160} radius="md" />}
      {choices.isError && (
        <ErrorState
          error={choices.error}
          fallback={t('notices.failed')}
          onRetry={() => void choices.refetch()}
        />
      )}
      {choices.isSuccess && (
        <Stack gap="lg">
          {choices.data.results
            .filter(({ notice }) => notice !== 'board' || hasBoards)
            .map((choice) => (
              <ChoiceSwitch key={choice.notice} choice={choice} />
            ))}
        </Stack>
      )}
    </AccountSection>
  );
}

function ChoiceSwitch({ choice: { notice, wanted } }: { choice: NoticeChoice }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: saveChoice,
    onSuccess: (saved) => client.setQueryData(choicesQuery.queryKey, saved),
    onError: (error) => toastError(errorText(t, error, t('notices.saveFailed'))),
  });
  return (
    <Switch
      label={t(`notices.${notice}`)}
      description={t(`notices.${notice}_text`)}
      checked={saving.isPending ? saving.variables.wanted : wanted}
      onChange={({ currentTarget: { checked } }) => saving.mutate({ notice, wanted: checked })}
    />
  );
}
