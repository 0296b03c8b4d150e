import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

/** F: bare Fastify answering the same bytes. Arguments: file of the list, file of the detail. */
const [list = '', detail = ''] = process.argv.slice(2).map((file) => readFileSync(file, 'utf8'));

const app = Fastify();
app.get('/api/projects/', (_request, reply) =>
  reply.header('content-type', 'application/json; charset=utf-8').send(list),
);
app.get('/api/projects/:id/', (_request, reply) =>
  reply.header('content-type', 'application/json; charset=utf-8').send(detail),
);
console.log(`listening on ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
