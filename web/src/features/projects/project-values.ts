import type { Customer } from '@vitrin/shared/contract/customers.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { STATUS_OVERRIDES } from '@vitrin/shared/rules/progress.ts';

/** The dropdown's "select user" entry, which clears the customer (specification 2.7). */
export const NO_CUSTOMER = '';

/** The status follows the milestones; the API's `auto` (specification 5.2). */
export const AUTOMATIC = 'auto';

/** What the form's list offers: the overrides and back to automatic. */
export type StatusChoice = (typeof STATUS_OVERRIDES)[number] | typeof AUTOMATIC;

/** What the form holds. Dropdowns speak text, so the customer is an id as text. */
export type ProjectValues = { name: string; description: string; customer: string; status: StatusChoice };

export function projectValues(project: Project | undefined): ProjectValues {
  return {
    name: project?.name ?? '',
    description: project?.description ?? '',
    customer: project?.customer_id == null ? NO_CUSTOMER : String(project.customer_id),
    status: STATUS_OVERRIDES.find((status) => status === project?.status) ?? AUTOMATIC,
  };
}

/** `status` is sent only where it differs from that of `project`, the object as the form last met it. */
export function statusChange(project: Project, status: StatusChoice): { status?: StatusChoice } {
  return status === projectValues(project).status ? {} : { status };
}

/** Specification 2.7: the customer of a project that names one without an id, by the username; undefined for all others. */
export function customerByName(
  project: Pick<Project, 'customer' | 'customer_id'> | undefined,
  customers: readonly Pick<Customer, 'id' | 'username'>[],
): string | undefined {
  if (project?.customer == null || project.customer_id != null) return undefined;
  const found = customers.find(({ username }) => username === project.customer);
  return found && String(found.id);
}

type Option = { value: string; label: string };

/**
 * Entries of the customer dropdown. The project's own customer is among them even while the list is on its way,
 * so that the pre-filled field is never empty.
 */
export function customerOptions(
  customers: readonly Pick<Customer, 'id' | 'username'>[],
  project: Project | undefined,
  selectUser: string,
): Option[] {
  const options = customers.map(({ id, username }) => ({ value: String(id), label: username }));
  const { customer } = projectValues(project);
  const isMissing = customer !== NO_CUSTOMER && !options.some(({ value }) => value === customer);
  return [
    { value: NO_CUSTOMER, label: selectUser },
    ...(isMissing ? [{ value: customer, label: project?.customer ?? customer }] : []),
    ...options,
  ];
}
