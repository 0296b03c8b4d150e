import { useCurrentUser } from '../../features/auth/api.ts';
import { GuestShell } from './GuestShell.tsx';
import { SignedInShell } from './SignedInShell.tsx';

/** The shell for signed-in users or that for guests (specification 2.3). */
export function Shell() {
  const user = useCurrentUser();
  return user ? <SignedInShell user={user} /> : <GuestShell inset />;
}
