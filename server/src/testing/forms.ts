import { randomBytes } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Browser } from './browser.ts';

export type FormPart = [name: string, value: string] | [name: string, bytes: Buffer, filename: string];

/** A multipart body as a browser writes it. */
export function formBody(...parts: FormPart[]): { payload: Buffer; headers: Record<string, string> } {
  const boundary = `----WebKitFormBoundary${randomBytes(8).toString('hex')}`;
  const pieces = parts.flatMap(([name, value, filename]) => {
    const file =
      filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: application/octet-stream`;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')];
  });
  return {
    payload: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

export function postForm(browser: Browser, ...parts: FormPart[]): Promise<LightMyRequestResponse> {
  return browser.request({ method: 'POST', url: '/api/files/', ...formBody(...parts) });
}

/** Uploads a file and returns it; fails the test when the server refuses it. */
export async function uploadTo(
  browser: Browser,
  versionId: number,
  bytes: Buffer,
  name = 'file.bin',
  ...others: FormPart[]
): Promise<ProjectFile> {
  const response = await postForm(browser, ['version', String(versionId)], ['file', bytes, name], ...others);
  if (response.statusCode !== 201) throw new Error(`The upload was refused: ${response.body}`);
  return response.json<ProjectFile>();
}

/** A file as the list of its version shows it. */
export async function listedFile(browser: Browser, versionId: number, id: number): Promise<ProjectFile> {
  const response = await browser.get(`/api/files/?version=${versionId}`);
  const file = response.json<{ results: ProjectFile[] }>().results.find((one) => one.id === id);
  if (!file) throw new Error('The file is not listed');
  return file;
}
