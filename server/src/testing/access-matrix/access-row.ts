import type { InjectOptions } from 'fastify';
import type { World } from './access-world.ts';

/** The expected status for each asker, in the order of ASKERS: guest, own customer, other customer, ... */
export type Statuses = readonly [number, number, number, number, number];

export type Row = {
  /** Method and address as the route table has them. */
  route: string;
  /** Which thing `:id` names, or what is special about the call. */
  about: string;
  statuses: Statuses;
  /** What the request needs besides its method and address. */
  call: (world: World) => Call | Promise<Call>;
};

export type Call = Pick<InjectOptions, 'payload' | 'headers' | 'query'> & { id?: number | string };

/** One line of the matrix. */
export const row = (route: string, statuses: Statuses, call: Row['call'] = () => ({}), about = ''): Row => ({
  route,
  about,
  statuses,
  call,
});

export const everybody: Statuses = [200, 200, 200, 200, 200];
/** Calls of freelancers that name no thing of somebody. */
export const freelancers = (status: number): Statuses => [401, 403, 403, status, status];
/** Things of a project: its customer may look ... */
export const seen: Statuses = [401, 200, 404, 404, 200];
/** ... and only its freelancer may change. */
export const changed = (status: number): Statuses => [401, 403, 404, 404, status];
