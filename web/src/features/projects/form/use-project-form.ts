import { type UseFormReturnType, useForm } from '@mantine/form';
import type { Customer } from '@vitrin/shared/contract/customers.ts';
import { Day, Description, MAX_NAME_LENGTH, nameText } from '@vitrin/shared/contract/common.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { validateBy } from '../../../components/forms/form-errors.ts';
import { errorsOfTouched } from '../../../components/forms/touched-values.ts';
import { useEditConflict } from '../../../components/forms/use-edit-conflict.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { type ProjectValues, customerByName, onlyCustomer, projectValues } from './project-values.ts';

const ProjectFields = z.object({
  name: nameText(MAX_NAME_LENGTH),
  description: Description,
  expected_on: z.literal('').or(Day),
});

export type EditedProject = ReturnType<typeof useProjectForm>;

/** Values of the project form, their validation, and conflicts with edits of others. */
export function useProjectForm(project: Project | undefined, customers: readonly Customer[]) {
  const { t } = useTranslation();
  // Text in the customer field that matches no customer must not be saved as "no customer" unnoticed.
  const unfound = useRef<string>(null);
  const form = useForm<ProjectValues>({
    initialValues: projectValues(project),
    validate: (values): Record<string, string> => ({
      ...errorsOfTouched(form, validateBy(ProjectFields, t)(values), edit.base === undefined),
      ...(unfound.current !== null && {
        customer: t('projectForm.customerUnknown', { name: unfound.current }),
      }),
    }),
  });
  const edit = useEditConflict({ form, item: project, toValues: projectValues });
  useNamedCustomer(form, project, customers);
  return { ...edit, form, onUnfound: (name: string | null) => (unfound.current = name) };
}

/** Fills in the customer named only by username, and the only customer for a new project. */
function useNamedCustomer(
  form: UseFormReturnType<ProjectValues>,
  project: Project | undefined,
  customers: readonly Customer[],
): void {
  const named = project ? customerByName(project, customers) : onlyCustomer(customers);
  const filledIn = useRef<string>(undefined);
  useEffect(() => {
    if (named === undefined || named === filledIn.current) return;
    filledIn.current = named;
    form.setFieldValue('customer', named);
    form.resetDirty({ ...projectValues(project), customer: named });
  }, [named, form, project]);
}
