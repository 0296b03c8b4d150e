import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { MailInvitation, type Person } from '@vitrin/shared/contract/customers.ts';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FormButtons } from '../../components/forms/FormButtons.tsx';
import { FormMessage } from '../../components/forms/FormMessage.tsx';
import { FormModal } from '../../components/forms/FormModal.tsx';
import { validateBy } from '../../components/forms/form-errors.ts';
import { useAutofocus } from '../../components/forms/use-autofocus.ts';
import { useFormSubmit } from '../../components/forms/use-form-submit.ts';
import { errorText } from '../../components/feedback/error-text.ts';
import { useMailInvitation } from './customer-table-api.ts';

type Props = { customer: Person; opened: boolean; onClose: () => void };

/** Mails a customer the invitation: for the first time, again, or to a corrected address. */
export function InviteCustomerModal({ customer, opened, onClose }: Props) {
  const { t } = useTranslation();
  const title = t('customers.inviteTitle', { username: customer.username });
  return (
    <FormModal opened={opened} onClose={onClose} size="md" title={title}>
      <InviteCustomerForm customer={customer} onClose={onClose} />
    </FormModal>
  );
}

function InviteCustomerForm({ customer, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation();
  const invite = useMailInvitation(customer.id);
  const [failure, setFailure] = useState<string | null>(null);
  const autofocus = useAutofocus<HTMLInputElement>();
  const form = useForm({
    initialValues: { email: customer.invitation?.email ?? '' },
    validate: validateBy(MailInvitation, t),
  });
  const onSubmit = useFormSubmit(form, async ({ email }) => {
    setFailure(null);
    try {
      await invite.mutateAsync(email);
      onClose();
    } catch (error) {
      setFailure(errorText(t, error, t('customers.inviteFailed')));
    }
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
      <TextInput
        type="email"
        label={t('customers.inviteEmail')}
        description={customer.invitation ? t('customers.inviteAgainHint') : t('customers.emailHint')}
        autoComplete="off"
        {...autofocus}
        {...form.getInputProps('email')}
      />
      <FormButtons submitLabel={t('customers.inviteSend')} isSaving={invite.isPending} onCancel={onClose} />
    </form>
  );
}
