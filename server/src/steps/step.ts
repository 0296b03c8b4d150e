import type { FastifyInstance } from 'fastify';

/** A request goes through these phases in order. Only what is authorised has its body read. */
export const PHASES = ['observe', 'admit', 'authorise', 'parse', 'answer'] as const;

/**
 * One thing that every request of a scope passes. `install` adds its hooks; those of one kind run in the order of the
 * list. The first three phases decide by the head (`onRequest`), parse reads the body, and answer comes after it.
 */
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
