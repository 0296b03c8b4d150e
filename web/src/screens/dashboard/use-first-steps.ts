import { useQuery } from '@tanstack/react-query';
import type { User } from '@vitrin/shared/contract/users.ts';
import { FIRST_STEPS_DISMISSED_COOKIE, FIRST_STEPS_PROJECTS } from '@vitrin/shared/rules/rendered-pages.ts';
import { useState } from 'react';
import { allCustomersQuery, copiedLinkQuery } from '../../features/customers/api.ts';
import { RECENT } from '../../features/projects/filter.ts';
import { projectPageQuery, projectQuery } from '../../features/projects/api.ts';
import { readCookie, writeCookie } from '../../lib/cookies.ts';

/** An optional step neither stands in the way of the next one nor keeps the list. */
export type FirstStep = {
  key: 'face' | 'customer' | 'project' | 'version' | 'link';
  isDone: boolean;
  isOptional?: boolean;
};

/** Completed steps by the data: a project with a customer, a version with files; `projectId` is the next to open. */
export function useFirstSteps(user: User) {
  const [isDismissed, setDismissed] = useState(
    () => readCookie(FIRST_STEPS_DISMISSED_COOKIE) === String(user.id),
  );
  const isNew = user.isFreelancer && !isDismissed && user.project_count < FIRST_STEPS_PROJECTS;
  const { data: customers } = useQuery({ ...allCustomersQuery, enabled: isNew });
  const { data: projects } = useQuery({ ...projectPageQuery(RECENT, 1), enabled: isNew });
  const { data: hasCopiedLink } = useQuery({ ...copiedLinkQuery(user.id), enabled: isNew });
  const shown = projects?.results.find(({ customer }) => customer !== null);
  const projectId = (shown ?? projects?.results[0])?.id;
  const { data: project } = useQuery({
    ...projectQuery(projectId ?? 0),
    enabled: isNew && projectId !== undefined,
  });

  const hasCopied = hasCopiedLink || (customers?.some((customer) => customer.registered) ?? false);
  const steps: FirstStep[] = [
    { key: 'face', isDone: user.display_name !== null, isOptional: true },
    { key: 'customer', isDone: (customers?.length ?? 0) > 0 },
    { key: 'project', isDone: shown !== undefined },
    { key: 'version', isDone: project?.versions.some(({ file_count }) => file_count > 0) ?? false },
    { key: 'link', isDone: hasCopied },
  ];
  const isLoaded =
    customers !== undefined &&
    projects !== undefined &&
    hasCopiedLink !== undefined &&
    (projectId === undefined || project !== undefined);
  return {
    steps,
    projectId,
    isShown: isNew && isLoaded && steps.some(({ isDone, isOptional }) => !isDone && !isOptional),
    dismiss: () => {
      writeCookie(FIRST_STEPS_DISMISSED_COOKIE, String(user.id));
      setDismissed(true);
    },
  };
}
