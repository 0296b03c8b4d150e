import { useQuery } from '@tanstack/react-query';
import type { User } from '@vitrin/shared/contract/users.ts';
import { useState } from 'react';
import { allCustomersQuery } from '../../features/customers/api.ts';
import { projectPageQuery, projectQuery } from '../../features/projects/api.ts';
import { FIRST_STEPS_DISMISSED_KEY, LINK_COPIED_KEY, readStored, writeStored } from '../../lib/storage.ts';

export type FirstStep = { key: 'customer' | 'project' | 'version' | 'link'; isDone: boolean };

/** A freelancer with this many projects knows the way, so the checklist does not show. */
const ENOUGH_PROJECTS = 2;

/** Which steps are done, derived from the data; a registered customer must have had a link. */
export function useFirstSteps(user: User) {
  const [isDismissed, setDismissed] = useState(
    () => readStored('local', FIRST_STEPS_DISMISSED_KEY) === String(user.id),
  );
  const isNew = user.isFreelancer && !isDismissed && user.project_count < ENOUGH_PROJECTS;
  const { data: customers } = useQuery({ ...allCustomersQuery, enabled: isNew });
  const { data: projects } = useQuery({ ...projectPageQuery({ limit: 10 }, 1), enabled: isNew });
  const projectId = projects?.results[0]?.id;
  const { data: project } = useQuery({
    ...projectQuery(projectId ?? 0),
    enabled: isNew && projectId !== undefined,
  });

  const hasCopied =
    readStored('local', LINK_COPIED_KEY) === String(user.id) ||
    (customers?.some((customer) => customer.registered) ?? false);
  const steps: FirstStep[] = [
    { key: 'customer', isDone: (customers?.length ?? 0) > 0 },
    { key: 'project', isDone: (projects?.count ?? 0) > 0 },
    { key: 'version', isDone: (project?.versions.length ?? 0) > 0 },
    { key: 'link', isDone: hasCopied },
  ];
  const isKnown =
    customers !== undefined && projects !== undefined && (projectId === undefined || project !== undefined);
  return {
    steps,
    projectId,
    isShown: isNew && isKnown && steps.some((step) => !step.isDone),
    dismiss: () => {
      writeStored('local', FIRST_STEPS_DISMISSED_KEY, String(user.id));
      setDismissed(true);
    },
  };
}
