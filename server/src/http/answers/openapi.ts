import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Config } from '../../config/config.ts';
import { sessionCookieName } from '../guards/session-cookie.ts';

/** The document at /api/openapi.json and the page at /api/docs. Register in the scope of /api, before the routes. */
export async function describeApi(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Vitrin',
        version: '1.0.0',
        description: 'Projects, milestones, versions and files of freelancers, shown to their customers.',
      },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: sessionCookieName(config) },
          token: {
            type: 'http',
            scheme: 'bearer',
            description: 'A token of a freelancer, made on the account page.',
          },
          csrf: { type: 'apiKey', in: 'header', name: 'X-CSRFToken' },
        },
      },
      security: [{ session: [], csrf: [] }],
    },
    transform: (input) => withTokens(jsonSchemaTransform(input), input.route),
  });
  await app.register(swaggerUi, { routePrefix: '/docs', uiHooks: { onRequest: addSlash } });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}

/** Says of a route that a token opens that it does, and which scope it needs. */
function withTokens(
  described: ReturnType<typeof jsonSchemaTransform>,
  { config }: Pick<RouteOptions, 'config'>,
) {
  const access = config?.token;
  if (!access) return described;
  const { scope, isOfAccount } = access;
  const security: Record<string, string[]>[] = [{ session: [], csrf: [] }, { token: [] }];
  const schema = {
    ...described.schema,
    security,
    'x-token-scope': scope,
    'x-token-of-one-project': !isOfAccount,
  };
  return { ...described, schema };
}

/** The page names what it needs beside itself, which is nowhere without the slash at the end of its own address. */
function addSlash(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const [path = '', ...query] = request.url.split('?');
  if (path.endsWith('/docs')) reply.redirect([`${path}/`, ...query].join('?'));
  else done();
}
