import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { UpdateUser } from '@vitrin/shared/contract/faces.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { toastSuccess } from '../../../components/feedback/toast.ts';
import { useActionError } from '../../../components/feedback/use-action-error.ts';
import { validateBy } from '../../../components/forms/form-errors.ts';
import { useFormSubmit } from '../../../components/forms/use-form-submit.ts';
import { useSignedInUser } from '../../../features/auth/api.ts';
import { useRenameOneself } from '../../../features/faces/api.ts';
import { AccountSection } from '../AccountSection.tsx';

/** The name by which a client is called, instead of the username. */
export function NameSection() {
  const { t } = useTranslation();
  const user = useSignedInUser();
  const rename = useRenameOneself(user.id);
  const showError = useActionError();
  const form = useForm({
    initialValues: { display_name: user.display_name ?? '' },
    validate: (values) => validateBy(UpdateUser, t)(nameOf(values)),
  });
  const onSubmit = useFormSubmit(form, async (values) => {
    try {
      await rename.mutateAsync(nameOf(values));
      form.resetDirty(values);
      toastSuccess(t('face.saved'));
    } catch (error) {
      showError(error);
    }
  });
  return (
    <AccountSection title={t('face.nameTitle')} lead={t('face.nameLead')}>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="md" maw={400}>
          <TextInput
            label={t('face.name')}
            placeholder={user.username}
            autoComplete="name"
            {...form.getInputProps('display_name')}
          />
          <Button type="submit" h={44} loading={rename.isPending} style={{ alignSelf: 'flex-start' }}>
            {t('actions.save')}
          </Button>
        </Stack>
      </form>
    </AccountSection>
  );
}

function nameOf({ display_name }: { display_name: string }): UpdateUser {
  return { display_name: display_name.trim() === '' ? null : display_name };
}
