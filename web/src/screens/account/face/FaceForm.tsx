import { Button, ColorInput, Group, Stack, TextInput, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { OwnFace } from '@vitrin/shared/contract/faces.ts';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { confirmDelete } from '../../../components/feedback/confirm-delete.tsx';
import { toastSuccess } from '../../../components/feedback/toast.ts';
import { useActionError } from '../../../components/feedback/use-action-error.ts';
import { FormMessage } from '../../../components/forms/FormMessage.tsx';
import { formFailureText, serverFieldErrors } from '../../../components/forms/form-errors.ts';
import { errorsOfTouched, touchedValues } from '../../../components/forms/touched-values.ts';
import { useFormSubmit } from '../../../components/forms/use-form-submit.ts';
import { useSignedInUser } from '../../../features/auth/api.ts';
import { useResetFace, useUpdateFace } from '../../../features/faces/api.ts';
import { ApiError } from '../../../lib/api-error.ts';
import classes from './FaceForm.module.css';
import { FacePreview } from './FacePreview.tsx';
import { LogoField } from './LogoField.tsx';
import { faceErrors, type FaceValues, updateOf, valuesOf } from './face-values.ts';

const SWATCHES = ['#0e5a54', '#1d4e89', '#5b3a8e', '#a23b72', '#b23925', '#97620c', '#37802f', '#433d34'];

/** Name, logo, accent, greeting and contact, with what clients see of them beside it. */
export function FaceForm({ face }: { face: OwnFace }) {
  const { t } = useTranslation();
  const { username } = useSignedInUser();
  const update = useUpdateFace();
  const reset = useResetFace();
  const showError = useActionError();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<FaceValues>({
    initialValues: valuesOf(face),
    validate: (values): Record<string, string> => errorsOfTouched(form, faceErrors(t, values), false),
  });
  const onSubmit = useFormSubmit(form, async (values) => {
    setFailure(null);
    try {
      const saved = valuesOf(await update.mutateAsync(touchedValues(form, updateOf(values))));
      form.setValues(saved);
      form.resetDirty(saved);
      toastSuccess(t('face.saved'));
    } catch (error) {
      if (error instanceof ApiError) form.setErrors(serverFieldErrors(error.fields));
      setFailure(formFailureText(t, error, form.values, t('face.saveFailed')));
    }
  });
  const askToReset = () =>
    confirmDelete({
      title: t('face.resetTitle'),
      message: t('face.resetMessage'),
      confirmLabel: t('face.reset'),
      cancelLabel: t('actions.cancel'),
      onConfirm: () =>
        reset.mutate(undefined, {
          onSuccess: () => {
            const none = { display_name: '', accent: '', greeting: '', contact: '' };
            form.setValues(none);
            form.resetDirty(none);
            toastSuccess(t('face.resetDone'));
          },
          onError: (error) => showError(error),
        }),
    });

  return (
    <div className={classes.sides}>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="md">
          {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
          <LogoField logo={face.logo} />
          <TextInput
            label={t('face.name')}
            placeholder={username}
            autoComplete="organization"
            {...form.getInputProps('display_name')}
          />
          <ColorInput
            label={t('face.accent')}
            description={t('face.accentHint')}
            placeholder="#0e5a54"
            swatches={SWATCHES}
            swatchesPerRow={8}
            withEyeDropper={false}
            {...form.getInputProps('accent')}
          />
          <Textarea
            label={t('face.greeting')}
            description={t('face.greetingHint')}
            autosize
            minRows={2}
            {...form.getInputProps('greeting')}
          />
          <TextInput
            label={t('face.contact')}
            description={t('face.contactHint')}
            {...form.getInputProps('contact')}
          />
          <Group gap="sm">
            <Button type="submit" h={44} loading={update.isPending}>
              {t('actions.save')}
            </Button>
            <Button variant="default" h={44} loading={reset.isPending} onClick={askToReset}>
              {t('face.reset')}
            </Button>
          </Group>
        </Stack>
      </form>
      <FacePreview
        name={form.values.display_name.trim() || username}
        logo={face.logo}
        accent={form.values.accent}
        greeting={form.values.greeting}
        contact={form.values.contact}
      />
    </div>
  );
}
