import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { IdParams } from '@vitrin/shared/contract/common.ts';
import { UpdateUser } from '@vitrin/shared/contract/faces.ts';
import { User } from '@vitrin/shared/contract/users.ts';
import { cacheAs } from '../../http/answers/caching.ts';
import { requireUser, userOf } from '../../http/guards/guards.ts';
import { showInClientView } from '../../http/guards/client-view.ts';
import { getUser, updateUser } from './service.ts';

/** Serves records of users, which are never cached because they hold an address. */
export const userRoutes: FastifyPluginAsyncZod = async (app) => {
  cacheAs(app, 'no-store');
  showInClientView(app);
  app.addHook('onRequest', requireUser);

  app.get('/users/:id/', { schema: { params: IdParams, response: { 200: User } } }, async (request) =>
    getUser(app.context, userOf(request), request.params.id, request.language),
  );

  app.patch(
    '/users/:id/',
    { schema: { params: IdParams, body: UpdateUser, response: { 200: User } } },
    async (request) =>
      updateUser(app.context, userOf(request), request.params.id, request.body, request.language),
  );
};
