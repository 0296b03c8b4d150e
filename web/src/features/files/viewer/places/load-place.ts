import type { Place } from '@vitrin/shared/contract/places.ts';
import { PLACE_PARAMETERS } from '@vitrin/shared/rules/place-parameters.ts';
import { loadCode } from '../../../../lib/code/load-code.ts';

/** The place that the query of an address names; what reads it is loaded only where there may be one. */
export async function loadPlace(search: string): Promise<Place> {
  const query = new URLSearchParams(search);
  if (!PLACE_PARAMETERS.some((name) => query.has(name))) return {};
  const { placeIn } = await loadCode(() => import('@vitrin/shared/contract/places.ts'));
  return placeIn(query);
}
