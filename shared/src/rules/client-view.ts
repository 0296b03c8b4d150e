/** Header of a freelancer who requests the client's answers, and its only value (specification 9.13). */
export const VIEW_AS_HEADER = 'x-view-as';
export const VIEW_AS_CLIENT = 'client';

export const VIEW_PAIR = `view=${VIEW_AS_CLIENT}`;

const PROJECT_PATH = /^\/projects\/[1-9]\d{0,9}\/?$/;

/** True if the address (path and query) is a project's page in the client view. */
export function asksForView(address: string): boolean {
  const [path = '', query = ''] = address.split('?', 2);
  return PROJECT_PATH.test(path) && query.split('&').includes(VIEW_PAIR);
}

export function withoutView(address: string): string {
  const [path = '', query = ''] = address.split('?', 2);
  const others = query.split('&').filter((pair) => pair !== VIEW_PAIR && pair !== '');
  return others.length === 0 ? path : `${path}?${others.join('&')}`;
}
