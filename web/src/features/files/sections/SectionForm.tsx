import { Radio, Stack, TextInput } from '@mantine/core';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { MAX_SECTION_NAME_LENGTH } from '@vitrin/shared/rules/texts/section-names.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { type FormEvent, useState } from 'react';
import { errorText } from '../../../components/feedback/error-text.ts';
import { FormButtons } from '../../../components/forms/FormButtons.tsx';
import { FormMessage } from '../../../components/forms/FormMessage.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useMoveToSection } from './use-move-to-section.ts';

const NONE = 'none';
const NEW = 'new';

type Props = { version: Version; files: readonly ProjectFile[]; onClose: () => void };

/** Asks for the section that files are moved to: one of the version's, a new one, or none. */
export function SectionForm({ version, files, onClose }: Props) {
  const { t } = useTranslation();
  const move = useMoveToSection(version.id);
  const current = files[0]?.section;
  const [chosen, setChosen] = useState(version.sections.length === 0 ? NEW : String(current ?? NONE));
  const [name, setName] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const isNamed = chosen !== NEW || name.trim() !== '';

  const save = async () => {
    setFailure(null);
    try {
      const to = chosen === NEW ? { name: name.trim() } : chosen === NONE ? null : Number(chosen);
      await move.mutateAsync({ files, to });
      onClose();
    } catch (error) {
      console.error(error);
      setFailure(errorText(t, error));
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isNamed && !move.isPending) void save();
  };
  return (
    <form noValidate onSubmit={onSubmit}>
      {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
      <Radio.Group value={chosen} onChange={setChosen} label={t('sections.section')}>
        <Stack gap="sm" mt="xs">
          <Radio value={NONE} label={t('sections.none')} data-autofocus={chosen !== NEW || undefined} />
          {version.sections.map((section) => (
            <Radio key={section.id} value={String(section.id)} label={section.name} />
          ))}
          <Radio value={NEW} label={t('sections.new')} />
        </Stack>
      </Radio.Group>
      {chosen === NEW && (
        <TextInput
          mt="sm"
          label={t('sections.name')}
          maxLength={MAX_SECTION_NAME_LENGTH}
          autoComplete="off"
          dir="auto"
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      )}
      <FormButtons submitLabel={t('sections.move')} isSaving={move.isPending} onCancel={onClose} />
    </form>
  );
}
