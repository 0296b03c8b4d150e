import { Select, Skeleton, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { CopiedMilestones } from '@vitrin/shared/contract/milestones.ts';
import { useState } from 'react';
import { errorText } from '../../components/feedback/error-text.ts';
import { PlainDialog } from '../../components/feedback/PlainDialog.tsx';
import { toastSuccess } from '../../components/feedback/toast.ts';
import { FormButtons } from '../../components/forms/FormButtons.tsx';
import { FormMessage } from '../../components/forms/FormMessage.tsx';
import { useOneAtATime } from '../../components/forms/use-one-at-a-time.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { api } from '../../lib/api-client.ts';
import { projectPageQuery, projectQuery, refreshProjects } from '../projects/api.ts';

/** Projects that are offered at once; typing finds the others. */
const OFFERED = 20;
/** Milestones that are named before they are taken. */
const NAMED = 8;
const PAUSE_MS = 250;

type Props = { opened: boolean; projectId: number; onClose: () => void };

/** Adds the milestones of another project to this one (specification 5.14). */
export function CopyMilestonesModal({ opened, projectId, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <PlainDialog opened={opened} onClose={onClose} title={t('copyMilestones.title')}>
      <CopyMilestones projectId={projectId} onClose={onClose} />
    </PlainDialog>
  );
}

function CopyMilestones({ projectId, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const isChosenName = search === '' || search === chosen?.label;
  const { data: page, error: searchError } = useQuery(
    projectPageQuery(
      { search: isChosenName ? undefined : search, ordering: '-last_updated', limit: OFFERED },
      1,
    ),
  );
  const found = (page?.results ?? []).flatMap(({ id, name }) =>
    id === projectId ? [] : { value: String(id), label: name },
  );
  const options = chosen && !found.some(({ value }) => value === chosen.value) ? [chosen, ...found] : found;
  const source = Number(chosen?.value);
  const { data: project, error: loadError } = useQuery({ ...projectQuery(source), enabled: chosen !== null });
  const count = project?.milestones.length ?? 0;
  const copy = useMutation({
    mutationFn: () =>
      api<CopiedMilestones>(`/projects/${projectId}/copy-milestones/`, {
        method: 'POST',
        body: { project: source },
      }),
    onSuccess: refreshProjects,
  });
  const submit = useOneAtATime(async () => {
    if (!chosen) setMissing(true);
    if (count === 0) return;
    try {
      const { added } = await copy.mutateAsync();
      toastSuccess(t('copyMilestones.added', { count: added }));
      onClose();
    } catch (error) {
      console.error(error);
    }
  });
  const failure = copy.error ?? loadError ?? searchError;

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="md">
        <Select
          label={t('copyMilestones.project')}
          description={t('copyMilestones.hint')}
          placeholder={t('copyMilestones.search')}
          data={options}
          searchable
          selectFirstOptionOnChange
          // The server has searched, with i and ı as one letter.
          filter={({ options: all }) => all}
          allowDeselect={false}
          nothingFoundMessage={t('copyMilestones.noProject')}
          data-autofocus
          error={isMissing && t('copyMilestones.choose')}
          value={chosen?.value ?? null}
          onChange={(value) => {
            copy.reset();
            setMissing(false);
            setChosen(options.find((option) => option.value === value) ?? null);
          }}
          onSearchChange={setTyped}
        />
        <Stack gap={4} mih={24} aria-live="polite">
          {chosen && !project && !loadError && <Skeleton height={24} />}
          {project && count === 0 && (
            <Text size="sm" c="dimmed">
              {t('copyMilestones.none')}
            </Text>
          )}
          {project?.milestones.slice(0, NAMED).map(({ id, name }) => (
            <Text key={id} dir="auto" size="sm" lineClamp={1}>
              {name}
            </Text>
          ))}
          {count > NAMED && (
            <Text size="sm" c="dimmed">
              {t('copyMilestones.more', { count: count - NAMED })}
            </Text>
          )}
        </Stack>
        {failure && (
          <FormMessage type="error">
            {errorText(t, failure, t(copy.error ? 'copyMilestones.failed' : 'copyMilestones.loadFailed'))}
          </FormMessage>
        )}
      </Stack>
      <FormButtons
        submitLabel={count > 0 ? t('copyMilestones.add', { count }) : t('copyMilestones.addAll')}
        isSaving={copy.isPending}
        onCancel={onClose}
      />
    </form>
  );
}
