import type { Place } from '@vitrin/shared/contract/places.ts';
import { FILE_PARAMETER, VERSION_PARAMETER, WITH_PARAMETER } from '../../use-open-file.ts';

/** Parameters of an address that open the file and its comparison. */
const KEPT = [VERSION_PARAMETER, FILE_PARAMETER, WITH_PARAMETER];

/** An address that opens the same file at this place, for the client and the freelancer alike. */
export function addressOfPlace(address: string, { t, page, at, line }: Place): string {
  const { origin, pathname, searchParams } = new URL(address);
  const pairs = KEPT.flatMap((name) => {
    const value = searchParams.get(name);
    return value === null ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  const place = { t, page, at: at?.join(','), line };
  for (const [name, value] of Object.entries(place)) if (value !== undefined) pairs.push(`${name}=${value}`);
  return `${origin}${pathname}?${pairs.join('&')}`;
}
