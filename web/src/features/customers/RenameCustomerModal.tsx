import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Person } from '@vitrin/shared/contract/customers.ts';
import { UpdateUser } from '@vitrin/shared/contract/faces.ts';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FormButtons } from '../../components/forms/FormButtons.tsx';
import { FormMessage } from '../../components/forms/FormMessage.tsx';
import { FormModal } from '../../components/forms/FormModal.tsx';
import { validateBy } from '../../components/forms/form-errors.ts';
import { useUnsavedChanges } from '../../components/forms/unsaved-changes.ts';
import { useAutofocus } from '../../components/forms/use-autofocus.ts';
import { useFormSubmit } from '../../components/forms/use-form-submit.ts';
import { errorText } from '../../components/feedback/error-text.ts';
import { useRenameCustomer } from './customer-table-api.ts';

type Props = { customer: Person; opened: boolean; onClose: () => void };

/** Gives a customer or a person of one a name to be called by, which they may change. */
export function RenameCustomerModal({ customer, opened, onClose }: Props) {
  const { t } = useTranslation();
  const title = t('customers.renameTitle', { username: customer.username });
  return (
    <FormModal opened={opened} onClose={onClose} size="md" title={title}>
      <RenameCustomerForm customer={customer} onClose={onClose} />
    </FormModal>
  );
}

function RenameCustomerForm({ customer, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation();
  const rename = useRenameCustomer(customer.id);
  const [failure, setFailure] = useState<string | null>(null);
  const autofocus = useAutofocus<HTMLInputElement>();
  const form = useForm({
    initialValues: { display_name: customer.display_name ?? '' },
    validate: (values) => validateBy(UpdateUser, t)(nameOf(values)),
  });
  useUnsavedChanges(form.isDirty());
  const onSubmit = useFormSubmit(form, async (values) => {
    setFailure(null);
    try {
      await rename.mutateAsync(nameOf(values));
      onClose();
    } catch (error) {
      setFailure(errorText(t, error, t('customers.renameFailed')));
    }
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
      <TextInput
        label={t('customers.displayName')}
        description={t('customers.displayNameHint')}
        placeholder={customer.username}
        autoComplete="off"
        {...autofocus}
        {...form.getInputProps('display_name')}
      />
      <FormButtons submitLabel={t('actions.save')} isSaving={rename.isPending} onCancel={onClose} />
    </form>
  );
}

function nameOf({ display_name }: { display_name: string }): UpdateUser {
  return { display_name: display_name.trim() === '' ? null : display_name };
}
