import { linkHost } from '../links/link-address.ts';
import { searchKey } from './names.ts';

/**
 * The `search_key` column of a link: the keys of its title and of its host, each of which `searchKey` of a term finds by
 * LIKE (specification 6.21). `address` is a kept one. Existing keys follow a change of this function only through a migration.
 */
export function linkKey({ title, address }: { title: string; address: string }): string {
  return `${searchKey(title)}\n${searchKey(linkHost(address))}`;
}
