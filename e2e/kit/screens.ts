import type { Page } from '@playwright/test';
import type { SamplePeople } from './sample-people.ts';
import type { PeopleWithWorks } from './sample-works.ts';
import {
  addToBoard,
  askedToErase,
  askToDeleteProject,
  askToErase,
  importArchive,
  correctAddress,
  expectVersion,
  makeFeed,
  openCustomerForm,
  openDrawer,
  openMilestoneForm,
  openPalette,
  openPeople,
  openPlaceMenu,
  openProjectForm,
  openProjectLimit,
  type OpenState,
  openVersionForm,
  promiseMilestone,
  registerVisitor,
  exportArchive,
  uploadSlowly,
  waitForPicture,
} from './screen-states.ts';
import {
  confirmByCode,
  confirmByMail,
  confirmIdentity,
  enterCode,
  giveSecondStep,
  keepRecoveryCodes,
  logInAgain,
  mailInvitation,
  missPasskeys,
  offerPasskey,
  offerPasskeyToInvited,
  refuseSecondStep,
  setUpApp,
  setUpAppByWrongClock,
  showInvitations,
  showWaysIn,
} from './sign-in-states.ts';
import type { Words } from './words.ts';
import {
  captionMany,
  chooseMany,
  openCaption,
  openLinkForm,
  openPickMenu,
  openSectionMenu,
  openWebSize,
  pickSome,
  renameMany,
  showPlayer,
} from './work-states.ts';

export type Screen<People extends SamplePeople = SamplePeople> = {
  name: string;
  /** Path in the route table. */
  route: string;
  who: 'guest' | keyof People['sessions'];
  /** Default: the route. */
  address?: (people: People) => string;
  open?: OpenState;
  /** True if `open` acts differently on a phone. */
  differsBySize?: boolean;
  /** True if `open` changes something for its visitor, so that the next screen needs a new browser. */
  leavesTraces?: boolean;
};

/** Routes that another journey covers, because they need an identity provider. */
export const ELSEWHERE = ['account/provider/callback', 'account/provider/signup'];

const atProject = ({ project }: SamplePeople) => `/projects/${project}`;
const atFullProject = ({ fullProject }: SamplePeople) => `/projects/${fullProject}`;
const atCard = ({ boards }: SamplePeople) =>
  `/analytics?board=${boards.empty}&measure=looks&by=day&compare=previous&days=7`;
const atInvitation = ({ invitation }: SamplePeople) =>
  `/customer-register?token=${encodeURIComponent(invitation)}`;

const atWork =
  (work: keyof PeopleWithWorks['works']) =>
  ({ works }: PeopleWithWorks) =>
    `/projects/${works[work]}`;

const atBoard =
  (board: keyof SamplePeople['boards']) =>
  ({ boards }: SamplePeople) =>
    `/analytics/boards/${boards[board]}`;

/** Every screen and dialog of the product, for the accessibility tests and for pictures. */
export const SCREENS: readonly Screen[] = [
  { name: 'landing', route: '/', who: 'guest' },
  { name: 'login', route: 'login', who: 'guest' },
  { name: 'login-expired', route: 'login', who: 'guest', address: () => '/login?sessionExpired=true' },
  { name: 'register', route: 'register', who: 'guest' },
  { name: 'verify-email', route: 'verify-email', who: 'guest', leavesTraces: true, open: registerVisitor },
  {
    name: 'verify-email-correct',
    route: 'verify-email',
    who: 'guest',
    leavesTraces: true,
    open: correctAddress,
  },
  {
    name: 'verify-email-failed',
    route: 'verify-email',
    who: 'guest',
    address: () => '/verify-email?email=elif@example.com&key=wrong',
  },
  { name: 'take-back-failed', route: 'take-back', who: 'guest', address: () => '/take-back?key=wrong' },
  {
    name: 'keep-account-failed',
    route: 'keep-account',
    who: 'guest',
    address: () => '/keep-account?key=wrong',
  },
  { name: 'unsubscribe-failed', route: 'unsubscribe', who: 'guest', address: () => '/unsubscribe?key=wrong' },
  { name: 'reset-password', route: 'reset-password', who: 'guest' },
  {
    name: 'password-reset',
    route: 'password-reset',
    who: 'guest',
    address: ({ resetToken }) => `/password-reset?token=${encodeURIComponent(resetToken)}`,
  },
  { name: 'customer-register', route: 'customer-register', who: 'guest', address: atInvitation },
  {
    name: 'invitation-passkey',
    route: 'customer-register',
    who: 'guest',
    address: atInvitation,
    open: offerPasskeyToInvited,
  },
  { name: 'invitation-of-another', route: 'customer-register', who: 'newcomer', address: atInvitation },
  { name: 'not-found', route: '*', who: 'guest', address: () => '/nowhere' },

  { name: 'dashboard', route: 'dashboard', who: 'freelancer' },
  { name: 'dashboard-empty', route: 'dashboard', who: 'newcomer' },
  { name: 'dashboard-full', route: 'dashboard', who: 'full' },
  { name: 'drawer', route: 'dashboard', who: 'freelancer', differsBySize: true, open: openDrawer },
  { name: 'palette', route: 'dashboard', who: 'freelancer', open: openPalette },
  { name: 'projects', route: 'projects', who: 'freelancer' },
  { name: 'projects-empty', route: 'projects', who: 'newcomer' },
  { name: 'projects-full', route: 'projects', who: 'full' },
  {
    name: 'projects-nothing-found',
    route: 'projects',
    who: 'freelancer',
    address: () => '/projects?search=zzz',
  },
  { name: 'project-form', route: 'projects', who: 'freelancer', open: openProjectForm },
  { name: 'project-limit', route: 'projects', who: 'full', open: openProjectLimit },
  { name: 'project', route: 'projects/:id', who: 'freelancer', address: atProject },
  {
    name: 'project-as-client',
    route: 'projects/:id',
    who: 'freelancer',
    address: (people) => `${atProject(people)}?view=client`,
  },
  { name: 'project-full', route: 'projects/:id', who: 'full', address: atFullProject },
  { name: 'project-unknown', route: 'projects/:id', who: 'freelancer', address: () => '/projects/999999' },
  {
    name: 'project-delete',
    route: 'projects/:id',
    who: 'freelancer',
    address: atProject,
    open: askToDeleteProject,
  },
  {
    name: 'milestone-form',
    route: 'projects/:id',
    who: 'freelancer',
    address: atProject,
    open: openMilestoneForm,
  },
  {
    name: 'version-form',
    route: 'projects/:id',
    who: 'freelancer',
    address: atProject,
    open: openVersionForm,
  },
  {
    name: 'uploads',
    route: 'projects/:id',
    who: 'full',
    leavesTraces: true,
    address: atFullProject,
    open: uploadSlowly,
  },
  { name: 'customers', route: 'customers', who: 'freelancer' },
  { name: 'customers-empty', route: 'customers', who: 'newcomer' },
  { name: 'customer-form', route: 'customers', who: 'freelancer', open: openCustomerForm },
  { name: 'people', route: 'customers', who: 'freelancer', open: openPeople },
  { name: 'analytics', route: 'analytics', who: 'freelancer' },
  { name: 'analytics-full', route: 'analytics', who: 'full' },
  { name: 'analytics-empty', route: 'analytics', who: 'newcomer' },
  { name: 'boards', route: 'analytics/boards', who: 'studio' },
  { name: 'boards-stopped', route: 'analytics/boards', who: 'full' },
  { name: 'board-full', route: 'analytics/boards/:id', who: 'studio', address: atBoard('full') },
  { name: 'account', route: 'account', who: 'freelancer' },
  { name: 'support', route: 'support', who: 'freelancer' },
  { name: 'branding', route: 'account/branding', who: 'freelancer' },
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
  { name: 'client-project', route: 'projects/:id', who: 'customer', address: atProject },
  {
    name: 'client-viewer',
    route: 'projects/:id',
    who: 'customer',
    address: ({ project, picture }) => `/projects/${project}?file=${picture}`,
    open: waitForPicture,
  },
  { name: 'client-account', route: 'account', who: 'customer' },
  { name: 'client-questions', route: 'subscription/pricing', who: 'customer' },
  { name: 'client-not-found', route: 'customers', who: 'customer' },
];

/**
 * States for pictures only: journeys of their own test them. The last state requests the deletion of its visitor's
 * account.
 */
export const MORE_STATES: readonly Screen<PeopleWithWorks>[] = [
  ...(['wedding', 'portraits', 'mixed', 'single'] as const).flatMap((work): Screen<PeopleWithWorks>[] => [
    { name: `works-${work}`, route: 'projects/:id', who: 'photographer', address: atWork(work) },
    { name: `client-works-${work}`, route: 'projects/:id', who: 'couple', address: atWork(work) },
  ]),
  ...(
    [
      ['section-menu', openSectionMenu],
      ['link-form', openLinkForm],
      ['caption', openCaption],
      ['many', chooseMany],
      ['many-names', renameMany],
      ['many-captions', captionMany],
    ] as const
  ).map(([name, open]): Screen<PeopleWithWorks> => ({
    name: `works-${name}`,
    route: 'projects/:id',
    who: 'photographer',
    address: atWork('wedding'),
    open,
  })),
  ...(
    [
      ['player', showPlayer],
      ['picks', pickSome],
      ['picks-menu', openPickMenu],
      ['web-size', openWebSize],
    ] as const
  ).map(([name, open]): Screen<PeopleWithWorks> => ({
    name: `client-works-${name}`,
    route: 'projects/:id',
    who: 'couple',
    address: atWork('wedding'),
    open,
  })),
  {
    name: 'milestone-form-day',
    route: 'projects/:id',
    who: 'freelancer',
    address: atProject,
    open: promiseMilestone,
  },
  { name: 'project-form-day', route: 'projects', who: 'freelancer', open: expectVersion },
  {
    name: 'projects-late',
    route: 'projects',
    who: 'full',
    address: () => '/projects?due=late&ordering=next_due_on',
  },
  {
    name: 'client-place',
    route: 'projects/:id',
    who: 'customer',
    address: ({ project, picture }) => `/projects/${project}?file=${picture}&at=620,370`,
    open: openPlaceMenu,
  },
  ...(
    [
      ['compared', 'days=90&measure=looks&by=week&compare=previous'],
      ['lines', 'days=30&measure=looks&by=day,project'],
      ['hours', 'days=90&measure=looks&by=weekday,hour'],
      ['by-client', 'days=90&measure=downloads&by=customer&compare=previous'],
      ['none', 'from=2020-01-01&to=2021-06-30&measure=bytes&by=month'],
      ['lengths', 'days=90&measure=first_look&by=project'],
    ] as const
  ).map(([name, query]): Screen => ({
    name: `analytics-${name}`,
    route: 'analytics',
    who: 'freelancer',
    address: () => `/analytics?${query}`,
  })),
  { name: 'boards-empty', route: 'analytics/boards', who: 'newStudio' },
  { name: 'board-one-point', route: 'analytics/boards/:id', who: 'studio', address: atBoard('onePoint') },
  { name: 'board-empty', route: 'analytics/boards/:id', who: 'studio', address: atBoard('empty') },
  { name: 'board-lacking', route: 'analytics/boards/:id', who: 'full', address: atBoard('empty') },
  { name: 'board-card', route: 'analytics', who: 'studio', address: atCard, open: addToBoard },
  { name: 'sign-in-code', route: 'login', who: 'guest', open: enterCode },
  { name: 'sign-in-second-step', route: 'login', who: 'guest', open: giveSecondStep },
  { name: 'sign-in-second-step-refused', route: 'login', who: 'guest', open: refuseSecondStep },
  { name: 'sign-in-no-passkeys', route: 'login', who: 'guest', open: missPasskeys },
  { name: 'sign-in-passkey-offer', route: 'login', who: 'guest', open: offerPasskey },
  { name: 'sign-in-app', route: 'account', who: 'freelancer', open: setUpApp },
  { name: 'sign-in-app-clock', route: 'account', who: 'freelancer', open: setUpAppByWrongClock },
  {
    name: 'sign-in-app-required',
    route: 'account',
    who: 'freelancer',
    address: () => '/account?step=required',
  },
  { name: 'sign-in-recovery-codes', route: 'account', who: 'freelancer', open: keepRecoveryCodes },
  { name: 'sign-in-confirm', route: 'account', who: 'freelancer', open: confirmIdentity },
  { name: 'sign-in-confirm-code', route: 'account', who: 'freelancer', open: confirmByCode },
  { name: 'sign-in-confirm-mail', route: 'account', who: 'freelancer', open: confirmByMail },
  { name: 'sign-in-log-in-again', route: 'projects', who: 'freelancer', open: logInAgain },
  { name: 'invitations', route: 'customers', who: 'freelancer', open: showInvitations },
  { name: 'invitations-mail', route: 'customers', who: 'freelancer', open: mailInvitation },
  { name: 'sign-in-ways-in', route: 'account', who: 'freelancer', open: showWaysIn },
  { name: 'account-export', route: 'account', who: 'full', open: exportArchive },
  { name: 'account-import', route: 'account', who: 'full', open: importArchive },
  { name: 'account-feed', route: 'account', who: 'freelancer', open: makeFeed },
  { name: 'account-erasure', route: 'account', who: 'freelancer', open: askToErase },
  { name: 'account-erasure-asked', route: 'account', who: 'newcomer', open: askedToErase },
];

/** Opens the screen in a page that is signed in as its visitor, and waits until it is complete. */
export async function openScreen<People extends SamplePeople>(
  page: Page,
  screen: Screen<People>,
  people: People,
  t: Words,
): Promise<void> {
  const { route, address = () => `/${route.replace(/^\//, '')}` } = screen;
  await page.goto(address(people));
  await page.getByRole('main').waitFor();
  await page.waitForLoadState('networkidle');
  await screen.open?.(page, t);
}
