/** Query parameters of a place in an open file (specification 6.17); see contract/places.ts. */
export const PLACE_PARAMETERS = ['t', 'page', 'at', 'line'] as const;
