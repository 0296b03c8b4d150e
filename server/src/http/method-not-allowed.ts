import type { FastifyInstance, HTTPMethods } from 'fastify';

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

class MethodNotAllowedError extends Error {
  readonly statusCode = 405;
}

/** Answers 405 with Allow where an address of the API exists but not for that method. Call before the routes. */
export function answerOtherMethods(app: FastifyInstance): { register: () => void } {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    methodsOf.set(url, methods);
  });
  return {
    register() {
      for (const [url, known] of Array.from(methodsOf)) {
        const others = METHODS.filter((method) => !known.has(method));
        if (url.includes('*') || others.length === 0) continue;
        const allow = [...known].join(', ');
        app.route({
          url: url.slice(app.prefix.length),
          method: others,
          schema: { hide: true },
          config: { refusesMethod: true },
          handler: async (_request, reply) => {
            reply.header('allow', allow);
            throw new MethodNotAllowedError('Method not allowed');
          },
        });
      }
    },
  };
}
