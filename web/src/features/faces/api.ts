import { queryOptions, useMutation } from '@tanstack/react-query';
import type { OwnFace, UpdateFace, UpdateUser } from '@vitrin/shared/contract/faces.ts';
import type { User } from '@vitrin/shared/contract/users.ts';
import { api } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';
import { refreshCurrentUser, setCurrentUser } from '../auth/api.ts';
import { postLogo } from './post-logo.ts';

export const ownFaceQuery = queryOptions({
  queryKey: ['own-face'],
  queryFn: () => api<OwnFace>('/face/'),
});

const keep = (face: OwnFace) => queryClient.setQueryData(ownFaceQuery.queryKey, face);

export function useUpdateFace() {
  return useMutation({
    mutationFn: (input: UpdateFace) => api<OwnFace>('/face/', { method: 'PATCH', body: input }),
    onSuccess: async (face) => {
      keep(face);
      await refreshCurrentUser();
    },
  });
}

/** Takes the whole face back, name and logo included. */
export function useResetFace() {
  return useMutation({
    mutationFn: () => api<void>('/face/', { method: 'DELETE' }),
    onSuccess: async () => {
      keep({ display_name: null, accent: null, greeting: null, contact: null, logo: null });
      await refreshCurrentUser();
    },
  });
}

/** `onShare` gets the share of the picture that is sent, from 0 to 1. */
export function useSaveLogo(onShare: (share: number) => void) {
  return useMutation({ mutationFn: (file: File) => postLogo(file, onShare), onSuccess: keep });
}

export function useRemoveLogo() {
  return useMutation({
    mutationFn: () => api<void>('/face/logo/', { method: 'DELETE' }),
    onSuccess: () =>
      queryClient.setQueryData(ownFaceQuery.queryKey, (face) => face && { ...face, logo: null }),
  });
}

export function useRenameOneself(id: number) {
  return useMutation({
    mutationFn: (input: UpdateUser) => api<User>(`/users/${id}/`, { method: 'PATCH', body: input }),
    onSuccess: setCurrentUser,
  });
}
