/** Every address of the product (specification 2.1). */
export const paths = {
  home: '/',
  dashboard: '/dashboard',
  projects: '/projects',
  projectsOf: (customerId: number) => `/projects?customer=${customerId}`,
  project: (id: number) => `/projects/${id}`,
  projectAsClient: (id: number) => `/projects/${id}?view=client`,
  customers: '/customers',
  analytics: '/analytics',
  boards: '/analytics/boards',
  board: (id: number) => `/analytics/boards/${id}`,
  /** Questions, one of which becomes a card of a board. */
  addToBoard: (id: number) => `/analytics?board=${id}`,
  account: '/account',
  /** Where a freelancer without a second step is led, if the owner of the installation requires one. */
  requiredStep: '/account?step=required',
  support: '/support',
  branding: '/account/branding',
  pricing: '/subscription/pricing',
  pricingFaq: '/subscription/pricing#faq',
  checkout: (planId: number) => `/subscription/checkout?plan=${planId}`,
  payment: '/payment',
  paymentVerify: '/payment/verify',
  login: '/login',
  loginByCode: '/login?step=code',
  sessionExpired: '/login?sessionExpired=true',
  loginError: (error: string) => `/login?error=${encodeURIComponent(error)}`,
  register: '/register',
  verifyEmail: '/verify-email',
  verifyEmailOf: (email: string) => `/verify-email?email=${encodeURIComponent(email)}`,
  resetPassword: '/reset-password',
  passwordReset: '/password-reset',
  customerRegister: '/customer-register',
  providerCallback: '/account/provider/callback',
  providerSignup: '/account/provider/signup',
} as const;

/** The registration link that a freelancer gives to a customer (specification 3.8). */
export function registrationLink(origin: string, resetToken: string): string {
  return `${origin}${paths.customerRegister}?token=${encodeURIComponent(resetToken)}`;
}
