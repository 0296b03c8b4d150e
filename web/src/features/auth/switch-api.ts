import { useMutation } from '@tanstack/react-query';
import { api } from '../../lib/api-client.ts';
import { enterSession } from './sign-in-api.ts';

/** Signs in to another account of the same address, by its password, in place of the one that is open. */
export function useSwitchAccount() {
  return useMutation({
    mutationFn: async (password: string) => {
      await api('/users/switch_account/', { method: 'POST', body: { password } });
      await enterSession();
    },
  });
}
