import type { Page } from '@playwright/test';
import { slowUploads } from '../delivery.ts';
import type { SamplePeople } from '../sample-people.ts';
import type { Words } from '../words.ts';

export type Screen = {
  name: string;
  /** The path of the route table that it shows. */
  route: string;
  who: 'guest' | keyof SamplePeople['sessions'];
  /** Default: the route. */
  address?: (people: SamplePeople) => string;
  /** What is done once the address is open, for a state that has no address of its own. */
  open?: (page: Page, t: Words) => Promise<void>;
  /** What `open` does is another thing on a phone. */
  differsBySize?: boolean;
  /** What `open` does is there for its visitor afterwards: the next screen needs a browser of its own. */
  leavesTraces?: boolean;
};

/** Shown in a journey of its own, because a provider of identities must take part. */
export const ELSEWHERE = ['account/provider/callback', 'account/provider/signup'];

/** Every screen and dialog of the product, for whoever looks at all of them: axe, and whoever takes pictures. */
export const SCREENS: readonly Screen[] = [
  { name: 'landing', route: '/', who: 'guest' },
  { name: 'login', route: 'login', who: 'guest' },
  { name: 'login-expired', route: 'login', who: 'guest', address: () => '/login?sessionExpired=true' },
  { name: 'register', route: 'register', who: 'guest' },
  {
    name: 'verify-email',
    route: 'verify-email',
    who: 'guest',
    leavesTraces: true,
    open: registerVisitor,
  },
  {
    name: 'verify-email-correct',
    route: 'verify-email',
    who: 'guest',
    leavesTraces: true,
    async open(page, t) {
      await registerVisitor(page, t);
      await page.getByRole('button', { name: t('verifyEmail.wrongAddress') }).click();
      await page.getByRole('heading', { level: 2, name: t('verifyEmail.correct') }).waitFor();
    },
  },
  {
    name: 'verify-email-failed',
    route: 'verify-email',
    who: 'guest',
    address: () => '/verify-email?email=elif@example.com&key=wrong',
  },
  { name: 'take-back-failed', route: 'take-back', who: 'guest', address: () => '/take-back?key=wrong' },
  { name: 'reset-password', route: 'reset-password', who: 'guest' },
  {
    name: 'password-reset',
    route: 'password-reset',
    who: 'guest',
    address: ({ resetToken }) => `/password-reset?token=${encodeURIComponent(resetToken)}`,
  },
  {
    name: 'customer-register',
    route: 'customer-register',
    who: 'guest',
    address: ({ invitation }) => `/customer-register?token=${encodeURIComponent(invitation)}`,
  },
  {
    name: 'invitation-of-another',
    route: 'customer-register',
    who: 'newcomer',
    address: ({ invitation }) => `/customer-register?token=${encodeURIComponent(invitation)}`,
  },
  { name: 'not-found', route: '*', who: 'guest', address: () => '/nowhere' },

  { name: 'dashboard', route: 'dashboard', who: 'freelancer' },
  { name: 'dashboard-empty', route: 'dashboard', who: 'newcomer' },
  { name: 'dashboard-full', route: 'dashboard', who: 'full' },
  {
    name: 'drawer',
    route: 'dashboard',
    who: 'freelancer',
    differsBySize: true,
    async open(page, t) {
      // On a desktop the drawer stands open and has no button.
      const burger = page.getByRole('button', { name: t('shell.openMenu') }).filter({ visible: true });
      const logout = page.getByRole('button', { name: t('shell.logout') }).filter({ visible: true });
      await burger.or(logout).waitFor();
      if (await burger.isVisible()) await burger.click();
      await logout.waitFor();
    },
  },
  {
    name: 'palette',
    route: 'dashboard',
    who: 'freelancer',
    async open(page, t) {
      await page
        .getByRole('banner')
        .getByRole('button', { name: t('palette.open') })
        .click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('shell.analytics') })
        .waitFor();
    },
  },
  { name: 'projects', route: 'projects', who: 'freelancer' },
  { name: 'projects-empty', route: 'projects', who: 'newcomer' },
  { name: 'projects-full', route: 'projects', who: 'full' },
  {
    name: 'projects-nothing-found',
    route: 'projects',
    who: 'freelancer',
    address: () => '/projects?search=zzz',
  },
  {
    name: 'project-form',
    route: 'projects',
    who: 'freelancer',
    async open(page, t) {
      await page
        .getByRole('button', { name: t('projects.new') })
        .first()
        .click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('editor.bold') })
        .waitFor();
    },
  },
  {
    name: 'project-limit',
    route: 'projects',
    who: 'full',
    async open(page, t) {
      await page
        .getByRole('button', { name: t('projects.new') })
        .first()
        .click();
      await page.getByRole('dialog', { name: t('projects.limit.title') }).waitFor();
    },
  },
  {
    name: 'project',
    route: 'projects/:id',
    who: 'freelancer',
    address: ({ project }) => `/projects/${project}`,
  },
  {
    name: 'project-full',
    route: 'projects/:id',
    who: 'full',
    address: ({ fullProject }) => `/projects/${fullProject}`,
  },
  {
    name: 'project-unknown',
    route: 'projects/:id',
    who: 'freelancer',
    address: () => '/projects/999999',
  },
  {
    name: 'project-delete',
    route: 'projects/:id',
    who: 'freelancer',
    address: ({ project }) => `/projects/${project}`,
    async open(page, t) {
      await page.getByRole('button', { name: t('project.more') }).click();
      await page.getByRole('menuitem', { name: t('project.delete') }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('actions.cancel') })
        .waitFor();
    },
  },
  {
    name: 'milestone-form',
    route: 'projects/:id',
    who: 'freelancer',
    address: ({ project }) => `/projects/${project}`,
    async open(page, t) {
      await page.getByRole('button', { name: t('milestones.add') }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('editor.bold') })
        .waitFor();
    },
  },
  {
    name: 'version-form',
    route: 'projects/:id',
    who: 'freelancer',
    address: ({ project }) => `/projects/${project}`,
    async open(page, t) {
      await page
        .getByRole('button', { name: t('versions.add') })
        .first()
        .click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('editor.bold') })
        .waitFor();
    },
  },
  {
    name: 'uploads',
    route: 'projects/:id',
    who: 'full',
    leavesTraces: true,
    address: ({ fullProject }) => `/projects/${fullProject}`,
    async open(page, t) {
      await slowUploads(page, 20_000);
      await page
        .getByLabel(t('files.add'))
        .last()
        .setInputFiles({ name: 'film.mov', mimeType: 'video/quicktime', buffer: Buffer.alloc(3_000_000, 1) });
      await page
        .getByRole('region', { name: t('uploads.title') })
        .getByRole('progressbar')
        .first()
        .waitFor();
    },
  },
  { name: 'customers', route: 'customers', who: 'freelancer' },
  { name: 'customers-empty', route: 'customers', who: 'newcomer' },
  {
    name: 'customer-form',
    route: 'customers',
    who: 'freelancer',
    async open(page, t) {
      await page
        .getByRole('button', { name: t('customers.new') })
        .first()
        .click();
      await page.getByRole('dialog').getByLabel(t('customers.username')).waitFor();
    },
  },
  { name: 'analytics', route: 'analytics', who: 'freelancer' },
  { name: 'analytics-empty', route: 'analytics', who: 'newcomer' },
  { name: 'account', route: 'account', who: 'freelancer' },
  { name: 'pricing', route: 'subscription/pricing', who: 'freelancer' },
  { name: 'pricing-starter', route: 'subscription/pricing', who: 'newcomer' },
  {
    name: 'checkout',
    route: 'subscription/checkout',
    who: 'newcomer',
    address: ({ plan }) => `/subscription/checkout?plan=${plan}`,
  },
  {
    name: 'payment',
    route: 'payment',
    who: 'newcomer',
    address: ({ payments }) => `/payment?token=${payments.open}`,
  },
  { name: 'payment-missing', route: 'payment', who: 'newcomer' },
  {
    name: 'payment-success',
    route: 'payment/verify',
    who: 'payer',
    address: ({ payments }) => `/payment/verify?token=${payments.paid}`,
  },
  {
    name: 'payment-failed',
    route: 'payment/verify',
    who: 'newcomer',
    address: ({ payments }) => `/payment/verify?token=${payments.failed}`,
  },

  { name: 'client-dashboard', route: 'dashboard', who: 'customer' },
  { name: 'client-projects', route: 'projects', who: 'customer' },
  { name: 'client-projects-empty', route: 'projects', who: 'waiting' },
  {
    name: 'client-project',
    route: 'projects/:id',
    who: 'customer',
    address: ({ project }) => `/projects/${project}`,
  },
  {
    name: 'client-viewer',
    route: 'projects/:id',
    who: 'customer',
    address: ({ project, picture }) => `/projects/${project}?file=${picture}`,
    async open(page) {
      await page.getByRole('dialog').getByRole('img').first().waitFor();
    },
  },
  { name: 'client-account', route: 'account', who: 'customer' },
  { name: 'client-questions', route: 'subscription/pricing', who: 'customer' },
  { name: 'client-not-found', route: 'customers', who: 'customer' },
];

/** Opens the screen in a page that is already its visitor's, and waits until it stands. */
export async function openScreen(page: Page, screen: Screen, people: SamplePeople, t: Words): Promise<void> {
  const { route, address = () => `/${route.replace(/^\//, '')}` } = screen;
  await page.goto(address(people));
  await page.getByRole('main').waitFor();
  await page.waitForLoadState('networkidle');
  await screen.open?.(page, t);
}

async function registerVisitor(page: Page, t: Words): Promise<void> {
  await page.goto('/register');
  await page.getByLabel(t('auth.username')).fill(`visitor-${Date.now()}`);
  await page.getByLabel(t('auth.email')).fill('visitor@example.com');
  await page.getByLabel(t('auth.password'), { exact: true }).fill('petrol-green-window');
  await page.getByRole('button', { name: t('auth.register') }).click();
  await page.getByRole('heading', { level: 1, name: t('verifyEmail.title') }).waitFor();
}
