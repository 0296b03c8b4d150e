import { useCurrentUser } from '../../features/auth/api.ts';
import { GuestShell } from './GuestShell.tsx';
import { SignedInShell } from './SignedInShell.tsx';

/** Specification 2.3: one for whoever is signed in, one for everybody else. */
export function Shell() {
  const user = useCurrentUser();
  return user ? <SignedInShell user={user} /> : <GuestShell inset />;
}
