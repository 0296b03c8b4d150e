import { Skeleton } from '@mantine/core';

/** Stands in the place of the passkey on the page of an invitation while it is loaded. */
export function PlaceOfPasskey() {
  return <Skeleton height={112} mt="md" />;
}
