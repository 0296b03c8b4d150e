import type { Version } from '@vitrin/shared/contract/versions.ts';

/** Ids of the versions that clients do not see yet. `passed` is a time that has come for certain. */
export function waitingIn(
  versions: readonly Pick<Version, 'id' | 'ready_at'>[],
  passed = 0,
  now = Date.now(),
): ReadonlySet<number> {
  const since = Math.max(now, passed);
  return new Set(
    versions.filter(({ ready_at }) => ready_at === null || Date.parse(ready_at) > since).map(({ id }) => id),
  );
}
