import type { ListedLink } from '@vitrin/shared/contract/links.ts';

/** Id of a link's card on the page of its version. */
export function linkCardId(linkId: number): string {
  return `link-${linkId}`;
}

/** Where a project's page shows the card of a link, from any address of that page. */
export function linkCardAddress({ id, version }: ListedLink): string {
  return `?version=${version}#${linkCardId(id)}`;
}
