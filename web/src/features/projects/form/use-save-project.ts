import type { Project } from '@vitrin/shared/contract/projects.ts';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { errorText } from '../../../components/feedback/error-text.ts';
import { toastError, toastSuccess } from '../../../components/feedback/toast.ts';
import { serverFieldErrors } from '../../../components/forms/form-errors.ts';
import { touchedValues } from '../../../components/forms/touched-values.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { paths } from '../../../paths.ts';
import { holdProject, refreshAfterSave, useCreateProject, useUpdateProject } from '../api.ts';
import { NO_CUSTOMER, type ProjectValues } from './project-values.ts';
import type { EditedProject } from './use-project-form.ts';

type Options = { project: Project | undefined; edited: EditedProject; onClose: () => void };

/** Saves the form's values, closes it and reloads what shows the project. `failure` is the last refusal's text. */
export function useSaveProject({ project, edited, onClose }: Options) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<string | null>(null);
  const { send, isSending } = useSend(project, edited);
  const afterSave = useAfterSave({ project, edited, onClose });

  const save = async (values: ProjectValues) => {
    setFailure(null);
    let created: Project | undefined;
    try {
      created = await send(values);
    } catch (error) {
      return refuse(error);
    }
    await afterSave(created);
  };
  const refuse = (error: unknown) => {
    if (edited.accept(error)) return;
    if (error instanceof ApiError) edited.form.setErrors(fieldErrors(error));
    const fallback = edited.base ? 'projectForm.updateFailed' : 'projectForm.createFailed';
    setFailure(errorText(t, error, t(fallback)));
  };
  return { save, failure, isSaving: isSending || edited.isNewConflict };
}

/** `send` resolves to a created project, and to undefined after an update. */
function useSend(project: Project | undefined, { base, editedAt, form }: EditedProject) {
  const create = useCreateProject();
  const update = useUpdateProject(project?.id ?? 0);
  const send = async (values: ProjectValues): Promise<Project | undefined> => {
    const { name, description, customer, expected_on } = values;
    const customerId = customer === NO_CUSTOMER ? null : Number(customer);
    if (!base || !editedAt)
      return create.mutateAsync({
        name,
        description,
        customer_id: customerId,
        expected_on: expected_on || null,
      });
    const { customer: isCustomerTouched, expected_on: touchedDay, ...touched } = touchedValues(form, values);
    await update.mutateAsync({
      ...touched,
      ...(isCustomerTouched !== undefined && { customer_id: customerId }),
      ...(touchedDay !== undefined && { expected_on: touchedDay || null }),
      edited_at: editedAt,
    });
    return undefined;
  };
  return { send, isSending: create.isPending || update.isPending };
}

function useAfterSave({ project, edited: { base, isGone }, onClose }: Options) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return async (created: Project | undefined) => {
    // Closes at once, because a dialog with unsaved changes blocks the navigation.
    flushSync(onClose);
    // The page behind the form still shows the deleted project, which must not be reloaded.
    const release = isGone && project ? holdProject(project.id) : undefined;
    if (created) await navigate(paths.project(created.id));
    toastSuccess(t(base ? 'projectForm.updated' : 'projectForm.created'));
    refreshAfterSave()
      .catch((error: unknown) => {
        console.error(error);
        toastError(t('projectForm.refreshFailed'));
      })
      .finally(release);
  };
}

function fieldErrors({ fields }: ApiError): Record<string, string> {
  const { customer_id: customer, ...others } = serverFieldErrors(fields);
  return customer === undefined ? others : { ...others, customer };
}
