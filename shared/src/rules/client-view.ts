/** The header of a freelancer who asks for what the client of a project gets, and its one value (specification 9.13). */
export const VIEW_AS_HEADER = 'x-view-as';
export const VIEW_AS_CLIENT = 'client';

/** The parameter by which the page of a project shows it as its client sees it. */
export const VIEW_PAIR = `view=${VIEW_AS_CLIENT}`;

const PROJECT_PATH = /^\/projects\/[1-9]\d{0,9}\/?$/;

/** True if the address (path and query) is a project's page in the client view. */
export function asksForView(address: string): boolean {
  const [path = '', query = ''] = address.split('?', 2);
  return PROJECT_PATH.test(path) && query.split('&').includes(VIEW_PAIR);
}

/** The address of a project's page without the parameter that asks for the view. */
export function withoutView(address: string): string {
  const [path = '', query = ''] = address.split('?', 2);
  const others = query.split('&').filter((pair) => pair !== VIEW_PAIR && pair !== '');
  return others.length === 0 ? path : `${path}?${others.join('&')}`;
}
