/** Parameters by which the address of an open file names a place in it (specification 6.17); see contract/places.ts. */
export const PLACE_PARAMETERS = ['t', 'page', 'at', 'line'] as const;
