import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { inviteCustomer, registerCustomer, registerFreelancer } from '../testing/accounts.ts';
import type { ApiSession } from '../testing/api-session.ts';
import { DEMO_FREELANCER, DEMO_PASSWORD, DEMO_PROJECTS, type SampleProject } from './story.ts';

type Place = { url: string; dataDir: string };

/** Fills a fresh server with the sample people, projects and files, through its API as a browser would. */
export async function seedDemo(product: Place): Promise<void> {
  const freelancer = await registerFreelancer(product, DEMO_FREELANCER.username, DEMO_PASSWORD);
  for (const sample of DEMO_PROJECTS) {
    const customer = await inviteCustomer(freelancer, sample.customer);
    await registerCustomer(product, customer.reset_token, DEMO_PASSWORD);
    await createProject(freelancer, customer.id, sample);
  }
}

/** A project as the story tells it, with its milestones, versions and files; resolves when all are there. */
export async function createProject(
  freelancer: ApiSession,
  customerId: number,
  sample: SampleProject,
): Promise<void> {
  const { name, description, milestones, completed, versions } = sample;
  const project = await freelancer.expectCall<Project>(201, 'POST', '/api/projects/', {
    name,
    description,
    customer_id: customerId,
  });
  for (const [place, milestone] of milestones.entries())
    await freelancer.expectCall(201, 'POST', '/api/milestones/', {
      name: milestone,
      description: '',
      completed: place < completed,
      project: project.id,
      order: place + 1,
    });
  for (const { files, ...fields } of versions) {
    const version = await freelancer.expectCall<Version>(201, 'POST', '/api/versions/', {
      ...fields,
      project: project.id,
    });
    for (const { name: fileName, bytes } of files)
      await uploadFile(freelancer, version.id, fileName, await bytes());
  }
}

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
