import { useMutation } from '@tanstack/react-query';
import type { CreateMilestone, Milestone, UpdateMilestone } from '@vitrin/shared/contract/milestones.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { api } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';
import { projectKey, refreshProjects } from '../projects/api.ts';
import { withMilestoneCompleted, withMilestoneMoved } from './changes.ts';

export function useCreateMilestone() {
  return useMutation({
    mutationFn: (input: CreateMilestone) => api<Milestone>('/milestones/', { method: 'POST', body: input }),
    onSuccess: refreshProjects,
  });
}

export function useUpdateMilestone(id: number) {
  return useMutation({
    mutationFn: (input: UpdateMilestone) => patchMilestone(id, input),
    onSuccess: refreshProjects,
  });
}

export function useDeleteMilestone() {
  return useMutation({
    mutationFn: (id: number) => api<void>(`/milestones/${id}/`, { method: 'DELETE' }),
    onSuccess: () => {
      console.info('Milestone deleted');
      return refreshProjects();
    },
  });
}

/** Shows the change at once, with progress and status, and reverts it when the server refuses. */
export function useCompleteMilestone(projectId: number) {
  return useOptimisticChange(projectId, {
    send: ({ id, completed }: { id: number; completed: boolean }) => patchMilestone(id, { completed }),
    apply: withMilestoneCompleted,
  });
}

/** `order` is the new position, from 1. */
export function useMoveMilestone(projectId: number) {
  return useOptimisticChange(projectId, {
    send: ({ id, order }: { id: number; order: number }) => patchMilestone(id, { order }),
    apply: withMilestoneMoved,
  });
}

type Change<Input> = {
  send: (input: Input) => Promise<Milestone>;
  apply: (project: Project, input: Input) => Project;
};

function useOptimisticChange<Input>(projectId: number, { send, apply }: Change<Input>) {
  const queryKey = projectKey(projectId);
  return useMutation({
    // Sent one after the other, so that quick clicks reach the server in their order.
    scope: { id: `milestones-${projectId}` },
    mutationKey: ['milestones', projectId],
    mutationFn: send,
    onMutate: async (input: Input) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<Project>(queryKey);
      if (before) queryClient.setQueryData<Project>(queryKey, apply(before, input));
      return { before };
    },
    onSuccess: () => console.info('Milestone updated'),
    onError: (_error, _input, context) => {
      if (context?.before) queryClient.setQueryData(queryKey, context.before);
    },
    onSettled: () => {
      // Only the last of several changes reloads: an earlier reload would undo those still under way.
      if (queryClient.isMutating({ mutationKey: ['milestones', projectId] }) === 1) return refreshProjects();
      return undefined;
    },
  });
}

function patchMilestone(id: number, input: UpdateMilestone): Promise<Milestone> {
  return api<Milestone>(`/milestones/${id}/`, { method: 'PATCH', body: input });
}
