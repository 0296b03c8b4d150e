import type { FastifyInstance } from 'fastify';

/**
 * Kind of work that a step does to a request: it observes it, admits or refuses it by its head alone, reads its body, decides by who
 * asks and how, or answers. A list of steps goes through the phases in this order.
 */
export const PHASES = ['observe', 'admit', 'parse', 'authorise', 'answer'] as const;

/** One thing that every request of a scope passes. `install` adds its hooks, which run in the order of the list. */
export type Step<Parts> = {
  name: string;
  phase: (typeof PHASES)[number];
  install: (app: FastifyInstance, parts: Parts) => void | Promise<void>;
};

/** Installs steps in their order, each after the one before is done. */
export async function installSteps<Parts>(
  app: FastifyInstance,
  steps: readonly Step<Parts>[],
  parts: Parts,
): Promise<void> {
  for (const { install } of steps) await install(app, parts);
}
