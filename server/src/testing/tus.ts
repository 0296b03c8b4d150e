import { type S3Server, startS3Server } from '../../../test-kit/s3-server.ts';
import type { Person } from './factories.ts';
import { listen, type LiveServer } from './live-server.ts';
import { createTestApp, type TestApp } from './test-app.ts';

export const TUS = { 'tus-resumable': '1.0.0' };
export const OCTETS = { ...TUS, 'content-type': 'application/offset+octet-stream' };

/** Text as `Upload-Metadata` carries it. */
export function base64(text: string | number): string {
  return Buffer.from(String(text)).toString('base64');
}

type TusUser = ReturnType<typeof createTusUser>;

/** The calls of resumable uploads as a freelancer's browser makes them, and access to the rows of these uploads. */
export function createTusUser({ db }: Pick<TestApp, 'db'>, owner: Person, versionId: number) {
  const create = (
    length: number,
    { name = 'film.bin', person = owner, version = versionId, more = '' } = {},
  ) =>
    person.browser.post('/api/uploads/', undefined, {
      ...TUS,
      'upload-length': String(length),
      'upload-metadata': `filename ${base64(name)},version ${base64(version)}${more}`,
    });
  return {
    create,
    begin: async (length: number) => String((await create(length)).headers['location']),
    head: (url: string, person = owner) => person.browser.request({ method: 'HEAD', url, headers: TUS }),
    patch: (url: string, offset: number, payload: Buffer, person = owner) =>
      person.browser.request({
        method: 'PATCH',
        url,
        payload,
        headers: { ...OCTETS, 'upload-offset': String(offset) },
      }),
    fileRow: (id: unknown) =>
      db.selectFrom('files').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow(),
    reserved: async () => {
      const uploads = db.selectFrom('uploads').select('size_bytes').where('owner_id', '=', owner.id);
      return (await uploads.execute()).reduce((sum, row) => sum + row.size_bytes, 0);
    },
  };
}

export type TusApp = {
  setup: TestApp;
  server: LiveServer;
  owner: Person;
  versionId: number;
  tus: TusUser;
  close: () => Promise<void>;
};

/** The application on one of the two stores, listening, with a freelancer who uploads to a version. */
export async function createTusApp(store: string): Promise<TusApp> {
  const s3: S3Server | undefined = store === 's3' ? await startS3Server() : undefined;
  const setup = await createTestApp(s3?.environment);
  const server = await listen(setup.app);
  const owner = await setup.createFreelancer();
  const version = await setup.createVersion({ project: await setup.createProject({ owner }) });
  const close = async () => {
    await setup.close();
    await s3?.stop();
  };
  return { setup, server, owner, versionId: version.id, tus: createTusUser(setup, owner, version.id), close };
}
