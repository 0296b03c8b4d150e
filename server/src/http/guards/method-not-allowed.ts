import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import createRouter, { type HTTPVersion, type Instance } from 'find-my-way';
import { MethodNotAllowedError } from '../../errors.ts';

type Refuse = (request: FastifyRequest, reply: FastifyReply) => void;
/** Methods that an address accepts, as they stand in the Allow header, and what answers all others. */
type Address = { url: string; allowedMethods: string; refuse: Refuse };

declare module 'fastify' {
  interface FastifyInstance {
    routedAddresses: Instance<HTTPVersion.V1>;
  }
}

const ANY_METHOD = 'GET';

/** Refuses other methods first, so that neither CSRF token nor body type decides the answer. Add it after the cookies. */
export function refuseOtherMethods(app: FastifyInstance): void {
  const supported = new Set<string>(app.supportedMethods);
  app.decorate('routedAddresses', createRouter({ ignoreTrailingSlash: true, maxParamLength: 200 }));
  app.addHook('onRequest', (request, reply, done) => {
    const address = otherAddressOf(app, request);
    if (address) {
      reply.header('allow', address.allowedMethods);
      return address.refuse(request, reply);
    }
    // Methods the router does not know (WebDAV's, say) are allowed nowhere.
    if (!supported.has(request.method)) refuseMethod(reply, app.supportedMethods.join(', '));
    done();
  });
}

function otherAddressOf(app: FastifyInstance, { url, routeOptions }: FastifyRequest): Address | undefined {
  const found = routeOptions.url;
  if (found !== undefined && !/[:*]/.test(found)) return undefined;
  const path = url.split('?', 1)[0] ?? '/';
  const address = app.routedAddresses.find(ANY_METHOD, path)?.store as Address | undefined;
  return found !== undefined && address?.url === withoutSlash(found) ? undefined : address;
}

function withoutSlash(url: string): string {
  return url.length > 1 && url.endsWith('/') ? url.slice(0, -1) : url;
}

/** Throws the answer 405 with this Allow header. */
export function refuseMethod(reply: FastifyReply, allowedMethods: string): never {
  reply.header('allow', allowedMethods);
  throw new MethodNotAllowedError();
}

function refuseInWords(): never {
  throw new MethodNotAllowedError();
}

/** Records addresses for `refuseOtherMethods`. Call it before the routes, `register` after them; it skips wildcards. */
export function answerOtherMethods(
  app: FastifyInstance,
  refuse: Refuse = refuseInWords,
): { register: () => void } {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const address = withoutSlash(url);
    const methods = methodsOf.get(address) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    methodsOf.set(address, methods);
  });
  return {
    register() {
      for (const [url, methods] of methodsOf) {
        // An inner scope has recorded its addresses already.
        if (app.routedAddresses.hasRoute(ANY_METHOD, url)) continue;
        const address: Address = { url, allowedMethods: [...methods].join(', '), refuse };
        app.routedAddresses.on(ANY_METHOD, url, refuseInWords, address);
      }
    },
  };
}
