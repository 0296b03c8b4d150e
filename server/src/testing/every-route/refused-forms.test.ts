import http from 'node:http';
import { expect, test } from 'vitest';
import { answerOf, listen } from '../live-server.ts';
import { sharedTestApp } from '../shared-test-app.ts';

const MIB = 1024 * 1024;

const setup = await sharedTestApp();
const ada = await setup.createFreelancer();
const server = await listen(setup.app);

async function send(path: string, headers: http.OutgoingHttpHeaders, bytes: Buffer) {
  const request = http.request(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      ...server.headers(ada.browser),
      'content-type': 'multipart/form-data; boundary=b',
      ...headers,
    },
  });
  const answer = answerOf(request);
  request.end(bytes);
  const { status, body } = await answer;
  return { status, body: body.toString() };
}

const formOf = (parameters: string) =>
  Buffer.concat([
    Buffer.from(`--b\r\ncontent-disposition: form-data; ${parameters}\r\n\r\n`),
    Buffer.alloc(20 * MIB, 'x'),
    Buffer.from('\r\n--b--\r\n'),
  ]);

const FORMS = [
  {
    what: 'a picture that is too large',
    path: '/api/pictures/',
    form: formOf('name="picture"; filename="a.png"'),
    status: 400,
    words: /A picture is too large\./,
  },
  {
    what: 'a form without a picture',
    path: '/api/pictures/',
    form: formOf('name="picture"'),
    status: 400,
    words: /detail|A picture is too large\./,
  },
  {
    what: 'a version with too long a text',
    path: '/api/versions/',
    form: formOf('name="description"'),
    status: 413,
    words: /detail/,
  },
  {
    what: 'a version with a file',
    path: '/api/versions/',
    form: formOf('name="file"; filename="a.png"'),
    status: 413,
    words: /detail/,
  },
];

test.each(FORMS)(
  '$what is refused with a message while it is still being sent',
  async ({ path, form, status, words }) => {
    for (const headers of [{ 'transfer-encoding': 'chunked' }, { 'content-length': form.length }]) {
      const answer = await send(path, headers, form);
      expect([answer.status, answer.body]).toEqual([status, expect.stringMatching(words)]);
    }
  },
);
