import type { FastifyInstance } from 'fastify';

/** A list of steps goes through these phases in order: observe, admit by the head, read the body, decide, answer. */
export const PHASES = ['observe', 'admit', 'parse', 'authorise', 'answer'] as const;

/** One thing that every request of a scope passes. `install` adds its hooks, which run in the order of the list. */
export type Step<Parts> = {
  name: string;
  phase: (typeof PHASES)[number];
  install: (app: FastifyInstance, parts: Parts) => void | Promise<void>;
};

export async function installSteps<Parts>(
  app: FastifyInstance,
  steps: readonly Step<Parts>[],
  parts: Parts,
): Promise<void> {
  for (const { install } of steps) await install(app, parts);
}
