import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { IdParams } from '@vitrin/shared/contract/common.ts';
import { CalendarQuery } from '@vitrin/shared/contract/calendars.ts';
import { contentDisposition } from '@vitrin/engine/answers/content-disposition.ts';
import { requireUser, userOf } from '../../http/guards/guards.ts';
import { showInClientView } from '../../http/guards/client-view.ts';
import { openTo } from '../../http/guards/tokens.ts';
import { getCalendar } from './service.ts';

/** Promised days for the calendars of those who may see them (specification 5.17). */
export const calendarRoutes: FastifyPluginAsyncZod = async (app) => {
  showInClientView(app);
  app.addHook('onRequest', requireUser);

  app.get(
    '/projects/:id/calendar/',
    { config: openTo('read'), schema: { params: IdParams, querystring: CalendarQuery } },
    async (request, reply) => {
      const { name, text } = await getCalendar(app.context, userOf(request), {
        id: request.params.id,
        milestone: request.query.milestone,
        language: request.language,
      });
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', contentDisposition('attachment', `${name}.ics`))
        .type('text/calendar; charset=utf-8')
        .send(text);
    },
  );
};
