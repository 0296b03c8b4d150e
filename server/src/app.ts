import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Context } from './context.ts';
import { compileSerializer } from '@vitrin/engine/answers/serializer.ts';
import { answerBrokenRequests, answerUnroutable } from './http/refusals/unroutable.ts';
import { BODY_LIMIT, HEADER_LIMIT } from './http/guards/limits.ts';
import { requestIds } from './http/logs/request-ids.ts';
import { APP_STEPS } from './steps/app-steps.ts';
import { closeInOrder } from './steps/closing.ts';
import { type AppOptions, decorate, makeParts, type Parts } from './steps/parts.ts';
import { installSteps } from './steps/step.ts';

const IDLE_MILLISECONDS = 60_000;
const HEADERS_MILLISECONDS = 15_000;

export async function buildApp(context: Context, options: AppOptions = {}): Promise<FastifyInstance> {
  const parts = makeParts(context, options);
  const app = createServer(parts);
  decorate(app, parts);
  await installSteps(app, APP_STEPS, parts);
  closeInOrder(app, context);
  return app;
}

function createServer({ context, options, headers, ends }: Parts): FastifyInstance {
  const app = Fastify({
    loggerInstance: context.log,
    genReqId: requestIds(),
    // fieldsOfLog names the request in log lines; a logger for each would cost a twentieth of a cached answer.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedHops(context.config.trustProxy),
    bodyLimit: BODY_LIMIT,
    connectionTimeout: IDLE_MILLISECONDS,
    requestTimeout: 0,
    // A request without a Host header is refused by our own answer instead of Node's empty one.
    http: {
      headersTimeout: HEADERS_MILLISECONDS,
      maxHeaderSize: HEADER_LIMIT,
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    frameworkErrors: answerUnroutable(headers, ends),
    clientErrorHandler: answerBrokenRequests(headers, ends),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(options.checkAnswers ? serializerCompiler : compileSerializer);
  return app;
}

function trustedHops(proxies = 0): (address: string, hop: number) => boolean {
  return (_address, hop) => hop < proxies;
}
