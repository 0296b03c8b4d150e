import { BODY_SIZES, fieldsOf, HEAD_SIZES, headerText, type HostileRequest } from './hostile-requests.ts';
import type { Operation, Samples, Route } from './hostile-requests.ts';
import { HOSTILE_BYTES, HOSTILE_TEXTS } from './hostile-texts.ts';

export const FORM_TYPES = ['multipart/form-data', 'application/x-www-form-urlencoded'] as const;
type FormType = (typeof FORM_TYPES)[number];

/** Fields and files of forms that the API's description does not name. */
const UNDESCRIBED: Record<string, { fields: string[]; file?: string }> = {
  'POST /api/files/': { fields: ['version'], file: 'file' },
  'POST /api/notices/one-click/': { fields: ['List-Unsubscribe'] },
  'POST /api/pictures/': { fields: [], file: 'picture' },
  'DELETE /api/versions/{id}/': { fields: [] },
  'DELETE /api/files/{id}/': { fields: [] },
  'DELETE /api/face/': { fields: [] },
  'DELETE /api/face/logo/': { fields: [] },
  'POST /api/checkout/return/': { fields: ['token'] },
  'POST /api/face/logo/': { fields: [], file: 'logo' },
  'POST /api/_allauth/browser/v1/auth/provider/redirect': {
    fields: ['provider', 'process', 'callback_url', 'csrfmiddlewaretoken'],
  },
};

const BOUNDARY = 'vitrin-bench-boundary';
/** Sizes in bytes; longer forms are refused unread. */
const URLENCODED_SIZES = [1000, 14_000];
const BYTES_SIZE = 1_000_000;

/** A form without a field, to learn which routes take forms of this type. */
export function emptyForm(type: FormType, route: Route): HostileRequest {
  return request(route, 'empty form', type, type === 'multipart/form-data' ? `--${BOUNDARY}--\r\n` : '');
}

/** Every field, file name, part head and file of a route's form, with every hostile text of every size. */
export function* hostileForms(
  route: Route,
  type: FormType,
  operation: Operation,
  samples: Samples,
): Generator<HostileRequest> {
  const name = `${route.method} ${route.template}`;
  const undescribed = UNDESCRIBED[name];
  const fields = new Set([...fieldsOf(operation), ...(undescribed?.fields ?? [])]);
  if (!undescribed && fieldsOf(operation).length === 1)
    throw new Error(`${name} takes forms: name their fields in hostile-forms.ts`);
  const sampled = [...fields].filter((field) => field in samples.values);
  const values = sampled.map((field): [string, string] => [field, String(samples.values[field])]);
  const isMultipart = type === 'multipart/form-data';
  for (const field of fields)
    for (const size of isMultipart ? BODY_SIZES : URLENCODED_SIZES)
      for (const [text, make] of Object.entries(HOSTILE_TEXTS)) {
        const others = values.filter(([other]) => other !== field);
        const write = isMultipart ? multipart : urlencoded;
        yield request(route, `${field}: ${text}, ${size}`, type, write([...others, [field, make(size)]]));
      }
  if (isMultipart) yield* hostileParts(route, values, undescribed?.file ?? 'file');
}

function* hostileParts(route: Route, values: Pair[], file: string): Generator<HostileRequest> {
  const type = 'multipart/form-data';
  const before = values.map(partOf).join('');
  const withFile = (head: string, bytes: Buffer | string = 'x') =>
    Buffer.concat([Buffer.from(`${before}--${BOUNDARY}\r\n${head}\r\n\r\n`), Buffer.from(bytes), END]);
  const disposition = `content-disposition: form-data; name="${file}"`;
  for (const [text, make] of Object.entries(HOSTILE_TEXTS)) {
    for (const size of HEAD_SIZES) {
      const value = make(size).replaceAll('\n', ' ');
      for (const [what, head] of [
        ['file name', `${disposition}; filename="${value}"`],
        ['plain file name', `${disposition}; filename=${value}`],
        ['coded file name', `${disposition}; filename*=UTF-8''${value}`],
        ['name of a part', `content-disposition: form-data; name="${value}"`],
        ['disposition', `content-disposition: ${value}`],
        ['type of a part', `${disposition}; filename="a.png"\r\ncontent-type: ${value}`],
        ['head of a part', `${disposition}; filename="a.png"\r\nx-head: ${value}`],
        ['name of a head', `${disposition}; filename="a.png"\r\n${value}: x`],
      ] as const)
        yield request(route, `${what}: ${text}, ${size}`, type, withFile(head));
    }
    const value = headerText(make, HEAD_SIZES.at(-1) ?? 0);
    for (const parameters of [`${value}; boundary=${BOUNDARY}`, `boundary=${value}`, `boundary="${value}`])
      yield request(route, `boundary: ${text}`, `${type}; ${parameters}`, withFile(disposition));
    yield request(route, `file: ${text}`, type, withFile(`${disposition}; filename="a"`, make(BYTES_SIZE)));
  }
  for (const [what, bytes] of Object.entries(HOSTILE_BYTES))
    yield request(route, `file: ${what}`, type, withFile(`${disposition}; filename="a"`, bytes(BYTES_SIZE)));
  const tiny = `--${BOUNDARY}\r\n${disposition}\r\n\r\n\r\n`;
  for (const size of [...BODY_SIZES, BYTES_SIZE]) {
    for (const [what, unit] of Object.entries({
      'tiny parts': tiny,
      'tiny files': tiny.replace('\r\n\r\n', '; filename="a"\r\n\r\n'),
      boundaries: `--${BOUNDARY}\r\n`,
      'almost boundaries': `\r\n--${BOUNDARY.slice(0, -1)}`,
      'tiny heads': 'a:b\r\n',
      'line ends': '\r\n',
      'carriage returns': '\r',
      dashes: '-',
    })) {
      yield request(route, `${what}, ${size}`, type, before + unit.repeat(size / unit.length));
      const inFile = withFile(`${disposition}; filename="a"`, unit.repeat(size / unit.length));
      yield request(route, `${what} in a file, ${size}`, type, inFile);
    }
  }
}

type Pair = [name: string, value: string];
const END = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

function partOf([name, value]: Pair): string {
  return `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}

function multipart(fields: Pair[]): string {
  return `${fields.map(partOf).join('')}--${BOUNDARY}--\r\n`;
}

/** Encodes all fields except the last, so that its percent signs and ampersands are parsed. */
function urlencoded(fields: Pair[]): string {
  const last = fields.at(-1);
  const others = fields.slice(0, -1).map(([name, value]) => `${name}=${encodeURIComponent(value)}&`);
  return others.join('') + (last ? last.join('=') : '');
}

function request(
  { method, template, url, headers }: Route,
  what: string,
  contentType: string,
  body: Buffer | string,
): HostileRequest {
  const isWhole = contentType.includes('boundary') || !contentType.startsWith('multipart/');
  const type = isWhole ? contentType : `${contentType}; boundary=${BOUNDARY}`;
  const form = contentType.startsWith('multipart/') ? 'form' : 'urlencoded form';
  return {
    what: `${method} ${template} ${form}, ${what}`,
    method,
    url,
    headers: { ...headers, 'content-type': type },
    body,
  };
}
