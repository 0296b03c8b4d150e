import { z } from 'zod';
import { IdParams, IdText } from '@vitrin/shared/contract/common.ts';
import {
  CreateEndpoint,
  Endpoint,
  EndpointDelivery,
  EndpointDeliveryPage,
  EndpointPage,
  NewEndpoint,
  UpdateEndpoint,
} from '@vitrin/shared/contract/endpoints.ts';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { cacheAs } from '../../../http/answers/caching.ts';
import { PageQuery, readPaging, toPage, toUnpaged } from '../../../http/answers/paging.ts';
import { requireFreelancer, userOf } from '../../../http/guards/guards.ts';
import { limitRate } from '../../../rate-limits/rate-limits.ts';
import { requireRecentProof } from '../../auth/reauthentication/reauthentication-replies.ts';
import {
  createEndpoint,
  deleteEndpoint,
  getDeliveries,
  getEndpoints,
  rotateSecret,
  sendAgain,
  sendTest,
  updateOwnEndpoint,
} from './endpoints.ts';

const LIMIT = { amount: 30, seconds: 60 };
const DeliveryParams = z.object({ id: IdText, number: IdText });

/** Endpoints that events are pushed to (specification 9.20). No token opens them. */
export const endpointRoutes: FastifyPluginAsyncZod = async (app) => {
  cacheAs(app, 'no-store');
  const limit = async (request: FastifyRequest): Promise<void> =>
    limitRate(app.context, `endpoints:user:${userOf(request).id}`, LIMIT);
  const changing = [requireFreelancer, limit];

  app.get(
    '/endpoints/',
    { onRequest: requireFreelancer, schema: { response: { 200: EndpointPage } } },
    async (request) => toUnpaged(await getEndpoints(app.context, userOf(request))),
  );

  app.post(
    '/endpoints/',
    {
      onRequest: changing,
      preHandler: requireRecentProof,
      schema: { body: CreateEndpoint, response: { 201: NewEndpoint } },
    },
    async (request, reply) =>
      reply.code(201).send(await createEndpoint(app.context, userOf(request), request.body)),
  );

  app.patch(
    '/endpoints/:id/',
    { onRequest: changing, schema: { params: IdParams, body: UpdateEndpoint, response: { 200: Endpoint } } },
    async (request) => updateOwnEndpoint(app.context, userOf(request), request.params.id, request.body),
  );

  app.delete(
    '/endpoints/:id/',
    { onRequest: changing, schema: { params: IdParams } },
    async (request, reply) => {
      await deleteEndpoint(app.context, userOf(request), request.params.id);
      return reply.code(204).send();
    },
  );

  app.post(
    '/endpoints/:id/rotate/',
    {
      onRequest: changing,
      preHandler: requireRecentProof,
      schema: { params: IdParams, response: { 200: NewEndpoint } },
    },
    async (request) => rotateSecret(app.context, userOf(request), request.params.id),
  );

  app.post(
    '/endpoints/:id/test/',
    { onRequest: changing, schema: { params: IdParams, response: { 202: EndpointDelivery } } },
    async (request, reply) =>
      reply.code(202).send(await sendTest(app.context, userOf(request), request.params.id)),
  );

  app.get(
    '/endpoints/:id/deliveries/',
    {
      onRequest: requireFreelancer,
      schema: { params: IdParams, querystring: PageQuery, response: { 200: EndpointDeliveryPage } },
    },
    async (request) => {
      const { id } = request.params;
      const paging = readPaging(request.query);
      const { count, results } = await getDeliveries(app.context, userOf(request), id, paging);
      return toPage(paging, count, results, `/api/endpoints/${id}/deliveries/`, {
        limit: request.query.limit,
      });
    },
  );

  app.post(
    '/endpoints/:id/deliveries/:number/send/',
    { onRequest: changing, schema: { params: DeliveryParams, response: { 202: EndpointDelivery } } },
    async (request, reply) =>
      reply.code(202).send(await sendAgain(app.context, userOf(request), request.params)),
  );
};
