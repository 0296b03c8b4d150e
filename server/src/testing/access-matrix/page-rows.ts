import type { World } from './access-world.ts';

/** True if the page of a screen is sent with its content, for each user in the order of ASKERS. */
type PageRow = {
  page: string;
  isShown: readonly [boolean, boolean, boolean, boolean, boolean];
  address: (world: World) => string | Promise<string>;
};

const signedIn = [false, true, true, true, true] as const;

/** Every screen that the server renders; all others, and these for all other users, are sent without content. */
export const PAGE_ROWS: PageRow[] = [
  {
    page: '/projects/:id',
    isShown: [false, true, false, false, true],
    address: ({ project }) => `/projects/${project.id}`,
  },
  { page: '/projects', isShown: signedIn, address: () => '/projects' },
  { page: '/dashboard', isShown: signedIn, address: () => '/dashboard' },
  {
    page: '/customer-register?token=',
    isShown: [true, false, false, false, false],
    address: async ({ owner, otherCustomer }) => {
      const { results } = (await owner.browser.get('/api/users/')).json<{
        results: { id: number; reset_token: string | null }[];
      }>();
      const token = results.find(({ id }) => id === otherCustomer.id)?.reset_token ?? '';
      return `/customer-register?token=${token}`;
    },
  },
];
