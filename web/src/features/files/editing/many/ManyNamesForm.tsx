import { NumberInput, Text, TextInput } from '@mantine/core';
import { MAX_FILE_NAME_LENGTH, type ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { type FormEvent, useState } from 'react';
import { errorText } from '../../../../components/feedback/error-text.ts';
import { FormButtons } from '../../../../components/forms/FormButtons.tsx';
import { FormMessage } from '../../../../components/forms/FormMessage.tsx';
import { useUnsavedChanges } from '../../../../components/forms/unsaved-changes.ts';
import { useAutofocus } from '../../../../components/forms/use-autofocus.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { queryClient } from '../../../../lib/query-client.ts';
import { filesQuery } from '../../api.ts';
import classes from './Many.module.css';
import { namesBy } from './name-pattern.ts';
import { useChangeFiles } from './use-change-files.ts';

/** So many new names are shown before they are given. */
const SHOWN = 5;
const AT_FIRST = '{name}';

type Props = { version: Version; files: readonly ProjectFile[]; onClose: () => void };

/** Names many files by a pattern, and shows the first names before they are given. */
export function ManyNamesForm({ version, files, onClose }: Props) {
  const { t } = useTranslation();
  const [pattern, setPattern] = useState(AT_FIRST);
  const [start, setStart] = useState<string | number>(1);
  const [failure, setFailure] = useState<string | null>(null);
  const autofocus = useAutofocus<HTMLInputElement>();
  const change = useChangeFiles(version.id);
  const [taken] = useState(() => {
    const chosen = new Set(files.map(({ id }) => id));
    const all = queryClient.getQueryData(filesQuery(version.id).queryKey) ?? [];
    return all.filter(({ id }) => !chosen.has(id)).map(({ name }) => name);
  });
  const { names, fault } = namesBy(pattern, files, {
    start: Number(start) || 0,
    taken,
    sectionOf: (id) => version.sections.find((section) => section.id === id)?.name ?? '',
  });
  const isDirty = pattern !== AT_FIRST;
  useUnsavedChanges(isDirty);

  const save = async () => {
    setFailure(null);
    try {
      const changes = files.map(({ id }, index) => ({ id, name: names[index] }));
      await change.mutateAsync({ files, changes });
      onClose();
    } catch (error) {
      console.error(error);
      setFailure(errorText(t, error));
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!fault && !change.isPending) void save();
  };
  return (
    <form noValidate onSubmit={onSubmit}>
      {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
      <TextInput
        label={t('many.pattern')}
        description={t('many.patternHint')}
        maxLength={MAX_FILE_NAME_LENGTH}
        autoComplete="off"
        dir="auto"
        {...autofocus}
        value={pattern}
        error={isDirty && fault ? t(`many.refused.${fault.reason}`, { name: fault.name }) : undefined}
        onChange={({ currentTarget }) => setPattern(currentTarget.value)}
      />
      <NumberInput
        mt="md"
        label={t('many.start')}
        min={0}
        max={1_000_000}
        allowDecimal={false}
        value={start}
        onChange={setStart}
      />
      <Text size="sm" fw={550} mt="md">
        {t('many.preview')}
      </Text>
      <ul className={classes.preview} aria-label={t('many.preview')}>
        {files.slice(0, SHOWN).map((file, index) => (
          <li key={file.id}>
            <bdi className={classes.former}>{file.name}</bdi>
            <bdi>{names[index] ?? file.name}</bdi>
          </li>
        ))}
      </ul>
      <FormButtons submitLabel={t('work.rename')} isSaving={change.isPending} onCancel={onClose} />
    </form>
  );
}
