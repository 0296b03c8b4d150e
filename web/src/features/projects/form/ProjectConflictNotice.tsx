import type { Customer } from '@vitrin/shared/contract/customers.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { EditConflictNotice } from '../../../components/forms/EditConflictNotice.tsx';
import { useFormat } from '../../../components/use-format.ts';
import type { MergedEdits } from '../../../lib/merge-edits.ts';
import { AUTOMATIC, NO_CUSTOMER, type ProjectValues } from './project-values.ts';

type Props = {
  conflict: MergedEdits<ProjectValues> & { theirs: ProjectValues };
  customers: readonly Customer[];
};

/** Shows the changes that another person made to the project while it was being edited here. */
export function ProjectConflictNotice({ conflict, customers }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const labels = {
    name: t('projects.name'),
    description: t('projects.description'),
    customer: t('projects.customer'),
    expected_on: t('projectForm.expected'),
    status: t('projects.statusLabel'),
  };
  const textOf = (field: keyof ProjectValues): string => {
    const value = conflict.theirs[field];
    if (field === 'customer' && value !== NO_CUSTOMER) {
      const customer = customers.find(({ id }) => String(id) === value);
      return customer?.display_name ?? customer?.username ?? value;
    }
    if (field === 'expected_on') return value && format.wholeDay(value);
    if (field !== 'status') return value;
    if (value === AUTOMATIC) return t('projects.statusAutomatic');
    return t(value === 'on-hold' ? 'projects.status.on-hold' : 'projects.status.cancelled');
  };
  const changeOf = (field: keyof ProjectValues) => ({
    field,
    label: labels[field],
    theirs: textOf(field),
    isHtml: field === 'description',
  });
  return (
    <EditConflictNotice conflicts={conflict.conflicts.map(changeOf)} taken={conflict.taken.map(changeOf)} />
  );
}
