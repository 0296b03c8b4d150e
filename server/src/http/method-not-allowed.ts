import type { FastifyInstance, FastifyReply } from 'fastify';
import { MethodNotAllowedError } from '../errors.ts';

/**
 * Refuses methods that an address does not accept before anything else is checked: neither the CSRF token nor the type
 * of the body may decide the answer. Add it to the whole application, after the cookies are read.
 */
export function refuseOtherMethods(app: FastifyInstance): void {
  const known = new Set<string>(app.supportedMethods);
  app.addHook('onRequest', (request, reply, done) => {
    const { allowedMethods } = request.routeOptions.config;
    if (allowedMethods !== undefined) refuseMethod(reply, allowedMethods);
    // Methods the router does not know (WebDAV's, say) are allowed nowhere.
    if (!known.has(request.method)) refuseMethod(reply, app.supportedMethods.join(', '));
    done();
  });
}

/** Throws the answer 405 with this Allow header. */
export function refuseMethod(reply: FastifyReply, allowedMethods: string): never {
  reply.header('allow', allowedMethods);
  throw new MethodNotAllowedError();
}

/**
 * Records every address of a scope with its methods, and registers all other methods for `refuseOtherMethods`. Call it
 * before the routes, and `register` after them. Addresses with a wildcard are left out.
 */
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
        const others = app.supportedMethods.filter((method) => !known.has(method));
        if (url.includes('*') || others.length === 0) continue;
        const allowedMethods = [...known].join(', ');
        app.route({
          url: url.slice(app.prefix.length),
          method: others,
          schema: { hide: true },
          config: { allowedMethods },
          handler: async (_request, reply) => refuseMethod(reply, allowedMethods),
        });
      }
    },
  };
}
