import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { ApiSession } from './api-session.ts';

/** Uploads a file as the multipart form of the specification. */
export async function uploadFile(
  freelancer: ApiSession,
  versionId: number,
  name: string,
  bytes: Buffer<ArrayBuffer>,
): Promise<ProjectFile> {
  const form = new FormData();
  form.set('version', String(versionId));
  form.set('file', new Blob([bytes]), name);
  return freelancer.expectCall<ProjectFile>(201, 'POST', '/api/files/', form);
}
