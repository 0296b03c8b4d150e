import { useCurrentUser } from '../features/auth/api.ts';
import { Changes } from '../features/changes/Changes.tsx';
import { ErasureBar } from './notices/ErasureBar.tsx';

/** Parts of the shell that may come late. */
export function LateParts({ userId }: { userId: number }) {
  const erasure = useCurrentUser()?.erasure;
  return (
    <>
      <Changes userId={userId} />
      {erasure && <ErasureBar erasure={erasure} />}
    </>
  );
}
