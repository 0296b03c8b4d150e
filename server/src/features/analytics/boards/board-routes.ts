import {
  Board,
  BoardPage,
  CardInput,
  CreateBoard,
  UpdateBoard,
} from '@vitrin/shared/contract/figures/boards.ts';
import { IdParams } from '@vitrin/shared/contract/common.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { answerDelete } from '../../../http/answers/answer-delete.ts';
import { toUnpaged } from '../../../http/answers/paging.ts';
import { requireFreelancer, userOf } from '../../../http/guards/guards.ts';
import { openTo } from '../../../http/guards/tokens.ts';
import { addCard, createBoard, deleteBoard, getBoard, getBoards, updateBoard } from './boards.ts';
import { sendBoard } from './mailing.ts';

/** Serves boards of figures (specification 9.22). */
export const boardRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', requireFreelancer);
  const reading = openTo('read', 'account');
  const changing = openTo('manage', 'account');
  const creating = { isCreation: true, ...changing } as const;

  app.get(
    '/analytics/boards/',
    { config: reading, schema: { response: { 200: BoardPage } } },
    async (request) => toUnpaged(await getBoards(app.context, userOf(request))),
  );

  app.post(
    '/analytics/boards/',
    { config: creating, schema: { body: CreateBoard, response: { 201: Board } } },
    async (request, reply) =>
      reply.code(201).send(await createBoard(app.context, userOf(request), request.body)),
  );

  app.get(
    '/analytics/boards/:id/',
    { config: reading, schema: { params: IdParams, response: { 200: Board } } },
    async (request) => getBoard(app.context, userOf(request), request.params.id),
  );

  app.patch(
    '/analytics/boards/:id/',
    { config: changing, schema: { params: IdParams, body: UpdateBoard, response: { 200: Board } } },
    async (request) => updateBoard(app.context, userOf(request), request.params.id, request.body),
  );

  app.post(
    '/analytics/boards/:id/cards/',
    { config: creating, schema: { params: IdParams, body: CardInput, response: { 201: Board } } },
    async (request, reply) =>
      reply.code(201).send(await addCard(app.context, userOf(request), request.params.id, request.body)),
  );

  app.post('/analytics/boards/:id/mail/', { schema: { params: IdParams } }, async (request, reply) => {
    await sendBoard(app.context, userOf(request), request.params.id);
    return reply.code(204).send();
  });

  answerDelete(app, '/analytics/boards/:id/', deleteBoard);
};
