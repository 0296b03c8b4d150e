import { Skeleton } from '@mantine/core';

/** Stands in for the passkey on the page of an invitation while it is loaded. */
export function PasskeySkeleton() {
  return <Skeleton height={112} mt="md" />;
}
