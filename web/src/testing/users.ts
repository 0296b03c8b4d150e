import type { User } from '@vitrin/shared/contract/users.ts';

export const FREELANCER: User = {
  id: 7,
  username: 'ada',
  display_name: null,
  user_type: 'freelancer',
  email: 'ada@example.com',
  isFreelancer: true,
  subscription: null,
  extra_storage_gb: 0,
  used_storage: 0,
  project_count: 0,
  face: null,
  erasure: null,
  client: null,
};

export const CUSTOMER: User = {
  ...FREELANCER,
  id: 8,
  username: 'bora',
  user_type: 'customer',
  email: null,
  isFreelancer: false,
};
