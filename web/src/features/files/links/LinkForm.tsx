import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { LinkTitle, MAX_LINK_TITLE_LENGTH } from '@vitrin/shared/contract/links.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { linkAddress, MAX_ADDRESS_LENGTH } from '@vitrin/shared/rules/links/link-address.ts';
import { useState } from 'react';
import { z } from 'zod';
import { errorText } from '../../../components/feedback/error-text.ts';
import { FormButtons } from '../../../components/forms/FormButtons.tsx';
import { FormMessage } from '../../../components/forms/FormMessage.tsx';
import { validateBy } from '../../../components/forms/form-errors.ts';
import { useUnsavedChanges } from '../../../components/forms/unsaved-changes.ts';
import { useAutofocus } from '../../../components/forms/use-autofocus.ts';
import { useFormSubmit } from '../../../components/forms/use-form-submit.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSaveLink } from './api.ts';

type Props = {
  version: Pick<Version, 'id' | 'sections'>;
  link: Version['links'][number] | undefined;
  onClose: () => void;
};

const Fields = z.object({ title: LinkTitle });

export function LinkForm({ version, link, onClose }: Props) {
  const { t } = useTranslation();
  const saving = useSaveLink();
  const autofocus = useAutofocus<HTMLInputElement>();
  const [failure, setFailure] = useState<string | null>(null);
  const validateTitle = validateBy(Fields, t);
  const form = useForm({
    initialValues: {
      address: link?.address ?? '',
      title: link?.title ?? '',
      section: String(link?.section ?? ''),
    },
    validate: (values) => ({
      ...validateTitle(values),
      ...(linkAddress(values.address) === undefined && { address: t('linkTools.noAddress') }),
    }),
  });
  useUnsavedChanges(form.isDirty());
  const save = async ({ address, title, section }: typeof form.values) => {
    setFailure(null);
    const given = { address, title, section: section === '' ? null : Number(section) };
    try {
      await saving.mutateAsync(link ? { id: link.id, ...given } : { version: version.id, ...given });
      onClose();
    } catch (error) {
      console.error(error);
      setFailure(errorText(t, error));
    }
  };
  return (
    <form noValidate onSubmit={useFormSubmit(form, save)}>
      {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
      <TextInput
        type="url"
        label={t('linkTools.address')}
        description={t('linkTools.addressHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder="https://"
        maxLength={MAX_ADDRESS_LENGTH}
        autoComplete="off"
        {...autofocus}
        {...form.getInputProps('address', { withFocus: false })}
      />
      <TextInput
        mt="md"
        label={t('linkTools.title')}
        maxLength={MAX_LINK_TITLE_LENGTH}
        autoComplete="off"
        dir="auto"
        {...form.getInputProps('title')}
      />
      {version.sections.length > 0 && (
        <NativeSelect
          mt="md"
          label={t('sections.section')}
          data={[
            { value: '', label: t('sections.none') },
            ...version.sections.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          {...form.getInputProps('section')}
        />
      )}
      <FormButtons submitLabel={t('actions.save')} isSaving={saving.isPending} onCancel={onClose} />
    </form>
  );
}
