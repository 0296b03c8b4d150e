import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { IdParams } from '@vitrin/shared/contract/common.ts';
import type { Context } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import { userOf } from '../guards/guards.ts';

export function answerDelete(
  app: FastifyInstance,
  url: string,
  remove: (context: Context, user: CurrentUser, id: number) => Promise<void>,
): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .delete(url, { schema: { params: IdParams } }, async (request, reply) => {
      await remove(app.context, userOf(request), request.params.id);
      return reply.code(204).send();
    });
}
