import type { Version } from '@vitrin/shared/contract/versions.ts';

/** Ids of the versions that clients do not see at `now`, by the server's clock in milliseconds. */
export function waitingIn(
  versions: readonly Pick<Version, 'id' | 'ready_at'>[],
  now: number,
): ReadonlySet<number> {
  return new Set(
    versions.filter(({ ready_at }) => ready_at === null || Date.parse(ready_at) > now).map(({ id }) => id),
  );
}
