import type { NewToken, TokenScope } from '@vitrin/shared/contract/account/tokens.ts';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Person } from './factories.ts';

/** A token of a freelancer, made through the API; the plan must allow it. */
export async function makeToken(
  { browser }: Pick<Person, 'browser'>,
  scope: TokenScope,
  more: object = {},
): Promise<NewToken> {
  const answer = await browser.post('/api/tokens/', { name: 'a script', scope, ...more });
  if (answer.statusCode !== 201) throw new Error(`No token was made: ${answer.body}`);
  return answer.json<NewToken>();
}

/** Sends a request with nothing but a token. */
export function askWith(
  app: FastifyInstance,
  token: string,
  options: InjectOptions,
): Promise<LightMyRequestResponse> {
  const headers = { host: 'localhost:3000', ...options.headers, authorization: `Bearer ${token}` };
  return app.inject({ ...options, headers });
}
