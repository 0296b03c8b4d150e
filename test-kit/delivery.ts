import { inviteCustomer, registerCustomer, registerFreelancer } from './accounts.ts';
import type { ApiSession } from './api-session.ts';
import type { Product } from './product.ts';

export type Delivery = { freelancer: ApiSession; customer: ApiSession; project: number; version: number };

/** A freelancer with a customer, a project for that customer, and a version without files. */
export async function prepareDelivery(product: Product, name: string): Promise<Delivery> {
  const freelancer = await registerFreelancer(product, name);
  const { id, reset_token } = await inviteCustomer(freelancer, `${name}-client`);
  const customer = await registerCustomer(product, reset_token);
  const project = await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/projects/', {
    name: 'Summer campaign',
    description: '',
    customer_id: id,
  });
  const form = new FormData();
  form.set('version_number', '1.0');
  form.set('project', String(project.id));
  const version = await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/versions/', form);
  return { freelancer, customer, project: project.id, version: version.id };
}
