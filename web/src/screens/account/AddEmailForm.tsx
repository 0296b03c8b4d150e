import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Email } from '@vitrin/shared/contract/users.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { z } from 'zod';
import { errorText } from '../../components/feedback/error-text.ts';
import { validateBy } from '../../components/forms/form-errors.ts';
import { toastSuccess } from '../../components/feedback/toast.ts';
import { useFormSubmit } from '../../components/forms/use-form-submit.ts';
import { useChangeAddress } from '../../features/account/api.ts';
import classes from './AddEmailForm.module.css';

const EmailForm = z.object({ email: Email });

export function AddEmailForm() {
  const { t } = useTranslation();
  const add = useChangeAddress();
  const form = useForm({ initialValues: { email: '' }, validate: validateBy(EmailForm, t) });

  const submit = async ({ email }: { email: string }) => {
    try {
      await add.mutateAsync({ method: 'POST', email: email.trim() });
      toastSuccess(t('account.emailAdded', { email: email.trim() }));
      form.reset();
    } catch (error) {
      form.setFieldError('email', errorText(t, error));
    }
  };
  const onSubmit = useFormSubmit(form, submit);

  return (
    <form noValidate className={classes.form} onSubmit={onSubmit}>
      <TextInput
        type="email"
        label={t('account.newEmail')}
        autoComplete="email"
        className={classes.field}
        {...form.getInputProps('email')}
      />
      <Button type="submit" variant="default" loading={add.isPending} className={classes.button}>
        {t('account.addEmail')}
      </Button>
    </form>
  );
}
