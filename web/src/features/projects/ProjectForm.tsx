import { Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { MAX_NAME_LENGTH, Description, nameText } from '@vitrin/shared/contract/common.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { useTranslation } from '../../i18n/use-translation.ts';
import { z } from 'zod';
import { FormButtons } from '../../components/forms/FormButtons.tsx';
import { FormMessage } from '../../components/forms/FormMessage.tsx';
import { GoneNotice } from '../../components/forms/GoneNotice.tsx';
import { RichTextInput } from '../../components/rich-text/RichTextInput.tsx';
import { errorsOfTouched, touchedValues } from '../../components/forms/touched-values.ts';
import { errorText } from '../../components/feedback/error-text.ts';
import { serverFieldErrors, validateBy } from '../../components/forms/form-errors.ts';
import { toastError, toastSuccess } from '../../components/feedback/toast.ts';
import { useEditConflict } from '../../components/forms/use-edit-conflict.tsx';
import { useAutofocus } from '../../components/forms/use-autofocus.ts';
import { useFormSubmit } from '../../components/forms/use-form-submit.ts';
import { useUnsavedChanges } from '../../components/forms/unsaved-changes.ts';
import { ApiError } from '../../lib/api-error.ts';
import { paths } from '../../paths.ts';
import { allCustomersQuery } from '../customers/api.ts';
import { holdProject, refreshAfterSave, useCreateProject, useUpdateProject } from './api.ts';
import { CustomerSelect } from './CustomerSelect.tsx';
import { ProjectConflictNotice } from './ProjectConflictNotice.tsx';
import {
  AUTOMATIC,
  NO_CUSTOMER,
  type ProjectValues,
  customerByName,
  customerOptions,
  projectValues,
} from './project-values.ts';

const ProjectFields = z.object({ name: nameText(MAX_NAME_LENGTH), description: Description });

type Props = {
  /** The edited project; undefined for a new one. */
  project?: Project | undefined;
  onClose: () => void;
};

/** Creates or edits a project (specification 2.7). What is typed survives an error; Cancel discards it. */
export function ProjectForm({ project, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const create = useCreateProject();
  const update = useUpdateProject(project?.id ?? 0);
  const { data: customers = [], isPending: isLoadingCustomers } = useQuery(allCustomersQuery);
  const [failure, setFailure] = useState<string | null>(null);
  const autofocus = useAutofocus<HTMLInputElement>();
  // Text in the customer field that matches nobody: it must not be saved as "no customer" unnoticed.
  const unfound = useRef<string>(null);
  const form = useForm<ProjectValues>({
    initialValues: projectValues(project),
    validate: (values): Record<string, string> => ({
      ...errorsOfTouched(form, validateBy(ProjectFields, t)(values), base === undefined),
      ...(unfound.current !== null && {
        customer: t('projectForm.customerUnknown', { name: unfound.current }),
      }),
    }),
  });
  const { base, editedAt, conflict, isGone, isJustMet, meet } = useEditConflict({
    form,
    item: project,
    toValues: projectValues,
  });
  const named = customerByName(project, customers);
  const filledIn = useRef<string>(undefined);
  useEffect(() => {
    if (named === undefined || named === filledIn.current) return;
    filledIn.current = named;
    form.setFieldValue('customer', named);
    form.resetDirty({ ...projectValues(project), customer: named });
  }, [named, form, project]);
  useUnsavedChanges(form.isDirty());
  const isSaving = create.isPending || update.isPending || isJustMet;

  const save = async (values: ProjectValues) => {
    const { name, description, customer } = values;
    setFailure(null);
    const customerId = customer === NO_CUSTOMER ? null : Number(customer);
    let created: Project | undefined;
    try {
      if (base && editedAt) {
        const { customer: isCustomerTouched, ...touched } = touchedValues(form, values);
        await update.mutateAsync({
          ...touched,
          ...(isCustomerTouched !== undefined && { customer_id: customerId }),
          edited_at: editedAt,
        });
      } else {
        created = await create.mutateAsync({ name, description, customer_id: customerId });
      }
    } catch (error) {
      if (meet(error)) return;
      if (error instanceof ApiError) form.setErrors(fieldErrors(error));
      setFailure(errorText(t, error, t(base ? 'projectForm.updateFailed' : 'projectForm.createFailed')));
      return;
    }
    // At once, since a dialog with unsaved changes holds up the navigation.
    flushSync(onClose);
    // The page behind the form is that of the deleted project, which may still be shown when all is loaded anew.
    const release = isGone && project ? holdProject(project.id) : undefined;
    if (isGone && created) await navigate(paths.project(created.id));
    toastSuccess(t(base ? 'projectForm.updated' : 'projectForm.created'));
    refreshAfterSave()
      .catch((error: unknown) => {
        console.error(error);
        toastError(t('projectForm.refreshFailed'));
      })
      .finally(release);
  };
  const onSubmit = useFormSubmit(form, save);

  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md">
        {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
        {failure === null && isGone && <GoneNotice />}
        {conflict && <ProjectConflictNotice key={editedAt} conflict={conflict} customers={customers} />}
        <TextInput
          label={t('projects.name')}
          placeholder={t('projectForm.namePlaceholder')}
          {...autofocus}
          required
          withAsterisk={false}
          {...form.getInputProps('name')}
        />
        <RichTextInput
          key={conflict?.taken.includes('description') ? conflict.theirs.description : 'typed'}
          label={t('projects.description')}
          defaultValue={form.values.description}
          onChange={(html) => form.setFieldValue('description', html)}
          error={form.errors['description']}
        />
        <CustomerSelect
          options={customerOptions(customers, project, t('projectForm.selectUser'))}
          disabled={isLoadingCustomers && customers.length === 0}
          {...form.getInputProps('customer')}
          error={form.errors['customer'] ?? form.errors['customer_id']}
          onUnfound={(name) => (unfound.current = name)}
        />
        {base && (
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
        )}
      </Stack>
      <FormButtons
        submitLabel={t(base ? 'actions.save' : 'projects.create')}
        isSaving={isSaving}
        onCancel={onClose}
      />
    </form>
  );
}

function fieldErrors({ fields }: ApiError): Record<string, string> {
  const { customer_id: customer, ...others } = serverFieldErrors(fields);
  return customer === undefined ? others : { ...others, customer };
}
