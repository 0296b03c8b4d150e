import { Select, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { useRef } from 'react';
import { errorText } from '../../../components/feedback/error-text.ts';
import { DayField } from '../../../components/forms/DayField.tsx';
import { FormButtons } from '../../../components/forms/FormButtons.tsx';
import { FormMessage } from '../../../components/forms/FormMessage.tsx';
import { GoneNotice } from '../../../components/forms/GoneNotice.tsx';
import { useUnsavedChanges } from '../../../components/forms/unsaved-changes.ts';
import { useAutofocus } from '../../../components/forms/use-autofocus.ts';
import { useFormSubmit } from '../../../components/forms/use-form-submit.ts';
import { RichTextInput } from '../../../components/rich-text/RichTextInput.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { allCustomersQuery, useCreateCustomer } from '../../customers/api.ts';
import { CustomerSelect } from './CustomerSelect.tsx';
import { ProjectConflictNotice } from './ProjectConflictNotice.tsx';
import { AUTOMATIC, type ProjectValues, customerOptions } from './project-values.ts';
import { type EditedProject, useProjectForm } from './use-project-form.ts';
import { useSaveProject } from './use-save-project.ts';

type Props = {
  /** The edited project; undefined for a new one. */
  project?: Project | undefined;
  onClose: () => void;
};

/** Creates or edits a project (specification 2.7). Typed text survives an error; Cancel discards it. */
export function ProjectForm({ project, onClose }: Props) {
  const { t } = useTranslation();
  const { data: customers = [] } = useQuery(allCustomersQuery);
  const edited = useProjectForm(project, customers);
  const { form, base, editedAt, conflict, isGone } = edited;
  useUnsavedChanges(form.isDirty());
  const { save, failure, isSaving } = useSaveProject({ project, edited, onClose });
  const onSubmit = useFormSubmit(form, save);

  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md">
        {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
        {failure === null && isGone && <GoneNotice />}
        {conflict && <ProjectConflictNotice key={editedAt} conflict={conflict} customers={customers} />}
        <NameField form={form} />
        <CustomerField project={project} edited={edited} />
        <DescriptionField edited={edited} />
        <DayField
          label={t('projectForm.expected')}
          description={t('projectForm.expectedHint')}
          value={form.values.expected_on}
          onChange={(day) => form.setFieldValue('expected_on', day)}
          error={form.errors['expected_on']}
        />
        {base && <StatusField form={form} />}
      </Stack>
      <FormButtons
        submitLabel={t(base ? 'actions.save' : 'projects.create')}
        isSaving={isSaving}
        onCancel={onClose}
      />
    </form>
  );
}

type FieldProps = { form: UseFormReturnType<ProjectValues> };

function NameField({ form }: FieldProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('projects.name')}
      placeholder={t('projectForm.namePlaceholder')}
      {...useAutofocus<HTMLInputElement>()}
      required
      withAsterisk={false}
      {...form.getInputProps('name')}
    />
  );
}

function DescriptionField({ edited: { form, conflict } }: { edited: EditedProject }) {
  const { t } = useTranslation();
  return (
    <RichTextInput
      key={conflict?.taken.includes('description') ? conflict.theirs.description : 'typed'}
      label={t('projects.description')}
      defaultValue={form.values.description}
      onChange={(html) => form.setFieldValue('description', html)}
      error={form.errors['description']}
    />
  );
}

type CustomerFieldProps = { project: Project | undefined; edited: EditedProject };

function CustomerField({ project, edited: { form, onUnfound } }: CustomerFieldProps) {
  const { t } = useTranslation();
  const { data: customers = [], isPending } = useQuery(allCustomersQuery);
  const { mutateAsync: create } = useCreateCustomer();
  // Enter chooses an entry twice: by the list and by CustomerSelect.
  const isCreating = useRef(false);
  const createAndChoose = async (username: string) => {
    if (isCreating.current) return;
    isCreating.current = true;
    form.clearFieldError('customer');
    try {
      const { id } = await create({ username });
      onUnfound(null);
      form.setFieldValue('customer', String(id));
    } catch (error) {
      form.setFieldError('customer', errorText(t, error, t('customers.createFailed')));
    }
    isCreating.current = false;
  };
  return (
    <CustomerSelect
      options={customerOptions(customers, project, t('projectForm.selectUser'))}
      disabled={isPending && customers.length === 0}
      {...form.getInputProps('customer')}
      error={form.errors['customer'] ?? form.errors['customer_id']}
      onUnfound={onUnfound}
      onCreate={(username) => void createAndChoose(username)}
    />
  );
}

function StatusField({ form }: FieldProps) {
  const { t } = useTranslation();
  return (
    <Select
      label={t('projects.statusLabel')}
      description={t('projectForm.statusHint')}
      data={[
        { value: AUTOMATIC, label: t('projects.statusAutomatic') },
        { value: 'on-hold', label: t('projects.status.on-hold') },
        { value: 'cancelled', label: t('projects.status.cancelled') },
      ]}
      allowDeselect={false}
      {...form.getInputProps('status')}
    />
  );
}
