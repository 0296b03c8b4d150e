import type { Customer } from '@vitrin/shared/contract/customers.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { STATUS_OVERRIDES } from '@vitrin/shared/rules/progress.ts';

/** The dropdown's entry that removes the customer (specification 2.7). */
export const NO_CUSTOMER = '';

/** The API's value for "status follows the milestones" (specification 5.2). */
export const AUTOMATIC = 'auto';

/** Options of the form's status field: the overrides and back to automatic. */
type StatusChoice = (typeof STATUS_OVERRIDES)[number] | typeof AUTOMATIC;

/** Values of the form. Dropdowns use text, so the customer is an id as text. */
export type ProjectValues = {
  name: string;
  description: string;
  customer: string;
  /** A calendar day; empty for none. */
  expected_on: string;
  status: StatusChoice;
};

export function projectValues(project: Project | undefined): ProjectValues {
  return {
    name: project?.name ?? '',
    description: project?.description ?? '',
    customer: project?.customer_id == null ? NO_CUSTOMER : String(project.customer_id),
    // An instance of the release before knows no days.
    expected_on: project?.expected_on ?? '',
    status: STATUS_OVERRIDES.find((status) => status === project?.status) ?? AUTOMATIC,
  };
}

/** The customer of a project that names one by username only (specification 2.7); undefined for all others. */
export function customerByName(
  project: Pick<Project, 'customer' | 'customer_id'> | undefined,
  customers: readonly Pick<Customer, 'id' | 'username'>[],
): string | undefined {
  if (project?.customer == null || project.customer_id != null) return undefined;
  const found = customers.find(({ username }) => username === project.customer);
  return found && String(found.id);
}

/** The customer that a new project is for unless another is chosen; undefined where there are several or none. */
export function onlyCustomer(customers: readonly Pick<Customer, 'id'>[]): string | undefined {
  const [only, ...others] = customers;
  return only && others.length === 0 ? String(only.id) : undefined;
}

type Option = { value: string; label: string };

/** Options of the customer field, with the project's own customer even while the list is loading. */
export function customerOptions(
  customers: readonly Pick<Customer, 'id' | 'username' | 'display_name'>[],
  project: Project | undefined,
  selectUser: string,
): Option[] {
  const options = customers.map(({ id, username, display_name }) => ({
    value: String(id),
    label: display_name ?? username,
  }));
  const { customer } = projectValues(project);
  const isMissing = customer !== NO_CUSTOMER && !options.some(({ value }) => value === customer);
  return [
    { value: NO_CUSTOMER, label: selectUser },
    ...(isMissing ? [{ value: customer, label: project?.customer ?? customer }] : []),
    ...options,
  ];
}
