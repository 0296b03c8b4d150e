import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { GivenText, IdParams, SearchText } from '@vitrin/shared/contract/common.ts';
import {
  CreateCustomer,
  Customer,
  CustomerPage,
  MailInvitation,
  Person,
} from '@vitrin/shared/contract/customers.ts';
import { NotFoundError } from '../../errors.ts';
import { cacheAs } from '../../http/answers/caching.ts';
import { requireFreelancer, requireUser, userOf } from '../../http/guards/guards.ts';
import { PageQuery, readPaging, toPage, toUnpaged } from '../../http/answers/paging.ts';
import { openTo } from '../../http/guards/tokens.ts';
import { mailInvitation, noteInvitationOpened, withdrawInvitation } from './invitations.ts';
import { createCustomer, createPerson, deleteCustomer, getCustomers, removePerson } from './service.ts';

const PersonParams = IdParams.extend({ person_id: IdParams.shape.id });
const CustomerQuery = PageQuery.extend({ search: SearchText.default('') });

/** Answers hold registration links, so they are never cached. */
export const customerRoutes: FastifyPluginAsyncZod = async (app) => {
  cacheAs(app, 'no-store');

  /** Lists all customers unless a limit is given (specification 9.2). */
  app.get(
    '/users/',
    {
      config: openTo('read', 'account'),
      onRequest: requireFreelancer,
      schema: { querystring: CustomerQuery, response: { 200: CustomerPage } },
    },
    async (request) => {
      const { search, ...pageQuery } = request.query;
      const user = userOf(request);
      if (!pageQuery.limit) {
        if ((pageQuery.page ?? '1') !== '1') throw new NotFoundError('errors.invalid_page');
        return toUnpaged((await getCustomers(app.context, user, { search })).results);
      }
      const paging = readPaging(pageQuery);
      const { count, results } = await getCustomers(app.context, user, { search, range: paging });
      return toPage(paging, count, results, '/api/users/', { search, limit: pageQuery.limit });
    },
  );

  app.post(
    '/users/',
    {
      config: { isCreation: true, ...openTo('manage', 'account') },
      onRequest: requireFreelancer,
      schema: { body: CreateCustomer, response: { 201: Customer } },
    },
    async (request, reply) =>
      reply.code(201).send(await createCustomer(app.context, userOf(request), request.body)),
  );

  app.put(
    '/users/:id/invitation/',
    {
      onRequest: requireFreelancer,
      schema: { params: IdParams, body: MailInvitation, response: { 200: Customer } },
    },
    async (request) => mailInvitation(app.context, userOf(request), request.params.id, request.body.email),
  );

  app.delete(
    '/users/:id/invitation/',
    { onRequest: requireFreelancer, schema: { params: IdParams } },
    async (request, reply) => {
      await withdrawInvitation(app.context, userOf(request), request.params.id);
      return reply.code(204).send();
    },
  );

  app.post(
    '/users/:id/people/',
    {
      onRequest: requireFreelancer,
      schema: { params: IdParams, body: CreateCustomer, response: { 201: Person } },
    },
    async (request, reply) =>
      reply.code(201).send(await createPerson(app.context, userOf(request), request.params.id, request.body)),
  );

  app.delete(
    '/users/:id/people/:person_id/',
    { onRequest: requireFreelancer, schema: { params: PersonParams } },
    async (request, reply) => {
      const { id, person_id } = request.params;
      await removePerson(app.context, userOf(request), id, person_id);
      return reply.code(204).send();
    },
  );

  app.post(
    '/users/invitation_opened/',
    { schema: { body: z.object({ token: GivenText }) } },
    async (request, reply) => {
      await noteInvitationOpened(app.context, request.ip, request.body.token);
      return reply.code(204).send();
    },
  );

  app.delete(
    '/users/:id/',
    { onRequest: requireUser, schema: { params: IdParams } },
    async (request, reply) => {
      await deleteCustomer(app.context, userOf(request), request.params.id);
      return reply.code(204).send();
    },
  );
};
