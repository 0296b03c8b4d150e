import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { PALETTES, posterPng } from '../test-kit/sample-files/picture.ts';
import { sampleFile } from '../test-kit/sample-files/sample-file.ts';
import { pixelsOf } from './kit/pictures.ts';
import { expect, test } from './kit/fixtures.ts';
import { expectTransient } from './kit/transient.ts';
import { PASSWORD, registerOnScreen } from './kit/people.ts';
import { countPresses } from './kit/presses.ts';

const PROJECT = 'Summer campaign';

test('a freelancer shows work to a client, from the registration to the download', async ({
  browser,
  product,
}) => {
  const files = await sampleFiles();
  const studioBrowser = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const studio = await studioBrowser.newPage();
  let invitation = '';

  await test.step('the freelancer registers, verifies by the mailed link and logs in', async () => {
    await registerOnScreen(studio, product, 'elif');
  });

  await test.step('creates a customer by username and copies the registration link', async () => {
    await studio.getByRole('link', { name: 'Clients', exact: true }).click();
    await expect(studio.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
    await studio.getByRole('button', { name: 'New client' }).first().click();
    const dialog = studio.getByRole('dialog');
    await dialog.getByLabel('Username').fill('deniz');
    await dialog.getByRole('button', { name: 'Create client' }).click();
    await expectTransient(
      studio,
      dialog.getByRole('button', { name: 'Copy link' }),
      dialog.getByRole('button', { name: 'Copied' }),
    );
    await studio.clock.resume();
    invitation = await studio.evaluate(() => navigator.clipboard.readText());
    expect(invitation).toMatch(/^http:\/\/localhost:\d+\/customer-register\?token=.+/);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(studio.getByRole('cell', { name: /deniz/ }).first()).toBeVisible();
  });

  await test.step('creates a project for the customer', async () => {
    await studio.getByRole('link', { name: 'Projects', exact: true }).click();
    await expect(studio.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
    await studio.getByRole('button', { name: 'New project' }).first().click();
    const form = studio.getByRole('dialog');
    await form.getByLabel('Name').fill(PROJECT);
    await expect(form.getByRole('combobox', { name: 'Client' })).toHaveValue('deniz');
    await form.getByRole('button', { name: 'Create project' }).click();
    await expect(studio.getByText('Project created successfully!')).toBeVisible();
    await expect(studio.getByRole('heading', { level: 1, name: PROJECT })).toBeVisible();
  });

  await test.step('adds milestones and completes the first', async () => {
    for (const name of ['Idea', 'First draft', 'Print files']) {
      await studio.getByRole('button', { name: 'Add milestone' }).click();
      const form = studio.getByRole('dialog');
      await form.getByLabel('Name').fill(name);
      await form.getByRole('button', { name: 'Add milestone' }).click();
      await expect(form).toBeHidden();
      await expect(studio.getByText(name, { exact: true })).toBeVisible();
    }
    // `check` expects the tick at once, but a busy machine shows it a little later.
    const idea = studio.getByRole('checkbox', { name: 'Completed: Idea' });
    await idea.click();
    await expect(idea).toBeChecked();
    await expect(studio.getByText('33%').first()).toBeVisible();
  });

  await test.step('adds a version with a picture, a film, a pdf and a zip', async () => {
    await studio.getByRole('button', { name: 'Add version' }).first().click();
    const form = studio.getByRole('dialog');
    await form.getByLabel('Version number').fill('1.0');
    const choosing = studio.waitForEvent('filechooser');
    await form.getByRole('button', { name: 'Choose files' }).click();
    await (await choosing).setFiles(files);
    await form.getByRole('button', { name: 'Add version' }).click();
    await expect(form).toBeHidden();
    for (const { name } of files)
      await expect(
        studio.getByRole('link', { name: new RegExp(`^(Open|Download) ${name}`) }).first(),
      ).toBeVisible();
  });

  await test.step('logs out', async () => {
    await studio.getByRole('button', { name: 'Logout' }).click();
    await expect(studio.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
    await studioBrowser.close();
  });

  const clientBrowser = await browser.newContext();
  const client = await clientBrowser.newPage();

  await test.step('the customer opens the link, sets a password and sees the work', async () => {
    const presses = await countPresses(client);
    await client.goto(invitation);
    await expect(client.getByRole('heading', { name: 'elif has work to show you' })).toBeVisible();
    const password = client.getByLabel('Password', { exact: true });
    await expect(password).toBeFocused();
    await password.fill(PASSWORD);
    await client.getByRole('button', { name: 'See the work' }).click();
    await expect(client.getByRole('heading', { level: 1, name: PROJECT })).toBeVisible();
    // At most two interactions lead from the link to the work. The field has the focus already.
    expect(await presses()).toBe(1);
    await expect(client.getByText('33%').first()).toBeVisible();
    await expect(client.getByText('Version 1.0').first()).toBeVisible();
  });

  await test.step('looks at the picture and closes it again', async () => {
    await client.getByRole('link', { name: 'Open poster.png' }).click();
    const picture = client.getByRole('dialog').getByRole('img', { name: /poster\.png/ });
    await expect(picture).toBeVisible();
    await expect.poll(() => pixelsOf(picture)).toBe(640);
    await client.keyboard.press('Escape');
    await expect(client.getByRole('dialog')).toBeHidden();
  });

  await test.step('downloads each file byte for byte', async () => {
    for (const { name, buffer } of files) {
      const downloading = client.waitForEvent('download');
      await client
        .getByRole('link', { name: `Download ${name}` })
        .last()
        .click();
      const download = await downloading;
      expect(download.suggestedFilename()).toBe(name);
      expect(sha256(readFileSync(await download.path()))).toBe(sha256(buffer));
    }
  });

  await test.step('can change nothing on the screen', async () => {
    for (const name of [
      /^Add /,
      /^Edit/,
      /^Delete/,
      /^Actions for/,
      /More actions/,
      /New project/,
      /New client/,
    ])
      await expect(client.getByRole('button', { name })).toHaveCount(0);
    await expect(client.getByRole('checkbox')).toHaveCount(0);
    await client.goto('/customers');
    await expect(client.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  });

  await test.step('can change nothing by a call', async () => {
    await client.goto('/projects');
    for (const call of await forbiddenCalls(client))
      expect(await callFrom(client, call), `${call.method} ${call.path}`).toBe(403);
  });
});

async function sampleFiles() {
  const poster = {
    palette: PALETTES.hotel,
    title: 'Deniz Hotel',
    line: 'First draft',
    width: 640,
    height: 480,
  };
  return [
    { name: 'poster.png', mimeType: 'image/png', buffer: await posterPng(poster) },
    { name: 'kısa film.mp4', mimeType: 'video/mp4', buffer: sampleFile('film.mp4') },
    { name: 'plan.pdf', mimeType: 'application/pdf', buffer: sampleFile('media-plan.pdf') },
    { name: 'sources.zip', mimeType: 'application/zip', buffer: sampleFile('sources.zip') },
  ];
}

type Call = { method: string; path: string; body?: object };

/** Returns every call that would change what the customer sees, with ids that exist. */
async function forbiddenCalls(page: Page): Promise<Call[]> {
  const first = async (path: string) => {
    const answer = await page.request.get(path);
    const { results } = (await answer.json()) as { results: { id: number }[] };
    return results[0]?.id ?? 0;
  };
  const project = await first('/api/projects/');
  const milestone = await first(`/api/milestones/?project=${project}`);
  const version = await first(`/api/versions/?project=${project}`);
  const file = await first(`/api/files/?version=${version}`);
  return [
    { method: 'POST', path: '/api/projects/', body: { name: 'Mine' } },
    { method: 'PUT', path: `/api/projects/${project}/`, body: { name: 'Mine' } },
    { method: 'DELETE', path: `/api/projects/${project}/` },
    { method: 'POST', path: '/api/milestones/', body: { name: 'Mine', project } },
    { method: 'PATCH', path: `/api/milestones/${milestone}/`, body: { completed: true } },
    { method: 'DELETE', path: `/api/milestones/${milestone}/` },
    { method: 'POST', path: '/api/versions/', body: { version_number: '2', project } },
    { method: 'PUT', path: `/api/versions/${version}/`, body: { version_number: '2' } },
    { method: 'DELETE', path: `/api/versions/${version}/` },
    { method: 'DELETE', path: `/api/files/${file}/` },
    { method: 'POST', path: '/api/users/', body: { username: 'another' } },
  ];
}

/** Makes a call as the customer's own page could, with its session and CSRF token; returns the status. */
async function callFrom(page: Page, { method, path, body }: Call): Promise<number> {
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name === 'csrftoken')?.value ?? '';
  const answer = await page.request.fetch(path, {
    method,
    headers: { 'x-csrftoken': token },
    data: body ?? {},
  });
  return answer.status();
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
