import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

type Parameter = { name: string; value: string };
type Node = {
  name: string;
  type: string;
  parameters: {
    method?: string;
    url?: string;
    queryParameters?: { parameters: Parameter[] };
    bodyParameters?: { parameters: Parameter[] };
  };
};
type Operation = {
  'x-token-scope'?: string;
  parameters?: { name: string; in: string }[];
  requestBody?: {
    content: Record<string, { schema: { properties: Record<string, unknown>; required?: string[] } }>;
  };
};

const FILE = path.resolve(import.meta.dirname, '../../../../docs/examples/n8n.json');
const workflow = JSON.parse(readFileSync(FILE, 'utf8')) as {
  nodes: Node[];
  connections: Record<string, { main: { node: string }[][] }>;
};
const requests = workflow.nodes.filter(({ type }) => type === 'n8n-nodes-base.httpRequest');

const setup = await sharedTestApp();
const { paths } = (await setup.createBrowser().get('/api/openapi.json')).json<{
  paths: Record<string, Record<string, Operation>>;
}>();

const namesOf = (list: { parameters: Parameter[] } | undefined) =>
  (list?.parameters ?? []).map(({ name }) => name);

test('the workflow for n8n has requests, and every connection leads to one of its nodes', () => {
  expect(requests.length).toBeGreaterThan(1);
  const names = new Set(workflow.nodes.map(({ name }) => name));
  const ends = Object.entries(workflow.connections).flatMap(([from, { main }]) => [
    from,
    ...main.flat().map(({ node }) => node),
  ]);
  expect(ends.filter((name) => !names.has(name))).toEqual([]);
});

test.each(requests)(
  '$name is a call of the API that tokens open, with fields that it knows',
  ({ parameters }) => {
    const { method = 'GET', url = '', queryParameters, bodyParameters } = parameters;
    const operation = paths[new URL(url).pathname]?.[method.toLowerCase()];
    expect(operation?.['x-token-scope']).toBeDefined();
    const query = (operation?.parameters ?? []).flatMap((one) => (one.in === 'query' ? one.name : []));
    expect(query).toEqual(expect.arrayContaining(namesOf(queryParameters)));
    const given = namesOf(bodyParameters);
    const { properties = {}, required = [] } =
      operation?.requestBody?.content['application/json']?.schema ?? {};
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(given));
    expect(given).toEqual(expect.arrayContaining(required));
  },
);
