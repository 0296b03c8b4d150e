import type { InjectOptions } from 'fastify';
import type { World } from './access-world.ts';

/** The expected status for each kind of user, in the order of ASKERS. */
export type Statuses = readonly [number, number, number, number, number];

export type Row = {
  /** Method and address as the route table has them. */
  route: string;
  /** The object of `:id`, or the special case of the call. */
  about: string;
  statuses: Statuses;
  /** Builds the rest of the request, besides method and address. */
  call: (world: World) => Call | Promise<Call>;
};

type Call = Pick<InjectOptions, 'payload' | 'headers' | 'query'> & {
  id?: number | string;
  person?: number;
};

/** One line of the matrix. */
export const row = (route: string, statuses: Statuses, call: Row['call'] = () => ({}), about = ''): Row => ({
  route,
  about,
  statuses,
  call,
});

export const everybody: Statuses = [200, 200, 200, 200, 200];
/** Calls for freelancers that name no object. */
export const freelancers = (status: number): Statuses => [401, 403, 403, status, status];
/** Reads of a project's parts: also by its customer. */
export const seen: Statuses = [401, 200, 404, 404, 200];
/** Reads of a project's parts that its customer does not know of. */
export const hidden: Statuses = [401, 404, 404, 404, 200];
/** Changes of a project's parts: only by its freelancer. */
export const changed = (status: number): Statuses => [401, 403, 404, 404, status];
