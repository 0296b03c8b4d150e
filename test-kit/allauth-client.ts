import { z } from 'zod';

/**
 * A client as anybody would write it for django-allauth's headless API: it knows only the address of Vitrin, and checks
 * every answer by strict schemas written from that API's published description.
 */

const User = z.strictObject({
  id: z.int(),
  display: z.string(),
  has_usable_password: z.boolean(),
  email: z.email().optional(),
  username: z.string().optional(),
  /** Beyond that API: the last uses of password and mailed code. */
  last_uses: z
    .strictObject({ password: z.number().positive().optional(), code: z.number().positive().optional() })
    .optional(),
});

const at = z.number().positive();
const Method = z.union([
  z.strictObject({ method: z.literal('password'), at, username: z.string() }),
  z.strictObject({ method: z.literal('password'), at, email: z.string() }),
  z.strictObject({ method: z.literal('password'), at, reauthenticated: z.literal(true) }),
  z.strictObject({ method: z.literal('code'), at, email: z.string() }),
  z.strictObject({ method: z.literal('password_reset'), at, email: z.string().optional() }),
  z.strictObject({
    method: z.literal('mfa'),
    at,
    type: z.enum(['totp', 'recovery_codes', 'webauthn']),
    reauthenticated: z.boolean().optional(),
    // Both are in django-allauth's own answers.
    id: z.int().optional(),
    passwordless: z.boolean().optional(),
  }),
]);

const Flow = z.strictObject({
  id: z.enum([
    'login',
    'login_by_code',
    'signup',
    'provider_redirect',
    'provider_signup',
    'verify_email',
    'reauthenticate',
    'mfa_authenticate',
    'mfa_trust',
    'mfa_reauthenticate',
    'mfa_login_webauthn',
  ]),
  is_pending: z.literal(true).optional(),
  // Vitrin's own, which the published description leaves room for.
  email: z.email().optional(),
  resend_after: z.int().min(0).max(60).optional(),
  providers: z.array(z.string()).optional(),
  types: z.array(z.enum(['totp', 'recovery_codes', 'webauthn'])).optional(),
});

const EmailAddress = z.strictObject({ email: z.email(), primary: z.boolean(), verified: z.boolean() });

const Session = z.strictObject({
  id: z.int(),
  user_agent: z.string(),
  ip: z.string(),
  created_at: at,
  is_current: z.boolean(),
  last_seen_at: at.optional(),
  // Vitrin's own: the steps by which it was signed in, without names.
  methods: z.array(
    z.strictObject({
      method: z.string(),
      at,
      type: z.string().optional(),
      provider: z.string().optional(),
      uid: z.string().optional(),
    }),
  ),
});

const StatusOk = z.strictObject({ status: z.literal(200) });

const Authenticated = z.strictObject({
  status: z.literal(200),
  data: z.strictObject({ user: User, methods: z.array(Method) }),
  meta: z.strictObject({ is_authenticated: z.literal(true) }),
});

const Unauthenticated = z.strictObject({
  status: z.literal(401),
  data: z.strictObject({ flows: z.array(Flow).min(1) }),
  meta: z.strictObject({ is_authenticated: z.literal(false) }),
});

const InputErrors = z.strictObject({
  status: z.literal(400),
  errors: z
    .array(
      z.strictObject({
        message: z.string().min(1),
        code: z.string().regex(/^[a-z_]+$/),
        param: z.string().optional(),
      }),
    )
    .min(1),
});

const Bare = z.strictObject({ status: z.union([z.literal(403), z.literal(409), z.literal(429)]) });

/** Answer to a user who must prove their identity again. */
const ReauthenticationRequired = z.strictObject({
  status: z.literal(401),
  data: z.strictObject({ user: User, methods: z.array(Method), flows: z.array(Flow) }),
  meta: z.strictObject({ is_authenticated: z.literal(true) }),
});

const used = { created_at: at, last_used_at: at.nullable() };
const Totp = z.strictObject({ type: z.literal('totp'), ...used });
const counts = { total_code_count: z.int(), unused_code_count: z.int() };
const RecoveryCodes = z.strictObject({ type: z.literal('recovery_codes'), ...used, ...counts });
const SensitiveCodes = RecoveryCodes.extend({ unused_codes: z.array(z.string()) });
const Passkey = z.strictObject({
  type: z.literal('webauthn'),
  ...used,
  id: z.int(),
  name: z.string(),
  is_passwordless: z.boolean().optional(),
  // Vitrin's own, after a move to another host name.
  rp_id: z.string(),
  is_usable: z.boolean(),
});
const made = {
  recovery_codes_generated: z.boolean(),
  // Vitrin's own: shown once, with the answer that makes them.
  recovery_codes: z.array(z.string()).optional(),
};
const TotpSetup = z.strictObject({
  status: z.literal(404),
  meta: z.strictObject({ secret: z.string(), totp_url: z.string().startsWith('otpauth://totp/') }),
});
const PublicKey = z.record(z.string(), z.unknown());
const RequestOptions = z.strictObject({ request_options: z.strictObject({ publicKey: PublicKey }) });
const CreationOptions = z.strictObject({ creation_options: z.strictObject({ publicKey: PublicKey }) });

const SignIn = z.union([Authenticated, Unauthenticated, InputErrors, Bare]);
const dataOf = <T extends z.ZodType>(data: T) =>
  z.union([z.strictObject({ status: z.literal(200), data }), Unauthenticated, InputErrors, Bare]);

/** Answer of a call that needs a recent proof. */
const provenDataOf = <T extends z.ZodType>(data: T) =>
  z.union([
    z.strictObject({ status: z.literal(200), data, meta: z.strictObject(made).optional() }),
    ReauthenticationRequired,
    Unauthenticated,
    InputErrors,
    Bare,
  ]);
const NotFound = z.strictObject({ status: z.literal(404) });

const Configuration = z.strictObject({
  status: z.literal(200),
  data: z.strictObject({
    account: z.strictObject({
      authentication_method: z.enum(['email', 'username', 'username_email']),
      login_methods: z.array(z.enum(['email', 'username'])),
      is_open_for_signup: z.boolean(),
      email_verification_by_code_enabled: z.boolean(),
      login_by_code_enabled: z.boolean(),
      password_reset_by_code_enabled: z.boolean(),
    }),
    mfa: z
      .strictObject({ supported_types: z.array(z.string()), passkey_login_enabled: z.boolean() })
      .optional(),
    usersessions: z.strictObject({ track_activity: z.boolean() }).optional(),
  }),
});

const EmailVerification = z.union([
  z.strictObject({
    status: z.literal(200),
    data: z.strictObject({ email: z.email(), user: User }),
    meta: z.strictObject({ is_authenticating: z.boolean() }),
  }),
  InputErrors,
]);

type PasskeyUse = 'login' | 'authenticate' | 'reauthenticate';

export function createAllauthClient(origin: string) {
  const cookies = new Map<string, string>();

  async function call<T extends z.ZodType<{ status: number }>>(
    answers: T,
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<z.output<T>> {
    const response = await fetch(`${origin}/_allauth/browser/v1/${path}`, {
      method,
      headers: {
        ...headers,
        cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
        ...(method !== 'GET' && { 'x-csrftoken': cookies.get('csrftoken') ?? '' }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const answer = answers.parse(await response.json());
    if (answer.status !== response.status) throw new Error(`${response.status} says ${answer.status}`);
    return answer;
  }

  const addresses = dataOf(z.array(EmailAddress));
  const sessions = dataOf(z.array(Session));
  const status = z.union([StatusOk, Unauthenticated, InputErrors, Bare]);
  return {
    cookies,
    getConfig: () => call(Configuration, 'GET', 'config'),
    getSession: () => call(SignIn, 'GET', 'auth/session'),
    logout: () => call(Unauthenticated, 'DELETE', 'auth/session'),
    login: (body: object) => call(SignIn, 'POST', 'auth/login', { body }),
    requestCode: (body: object) => call(SignIn, 'POST', 'auth/code/request', { body }),
    resendCode: () => call(z.union([StatusOk, Bare]), 'POST', 'auth/code/resend'),
    confirmCode: (code: string) => call(SignIn, 'POST', 'auth/code/confirm', { body: { code } }),
    signUp: (body: object) => call(SignIn, 'POST', 'auth/signup', { body }),
    getEmailVerification: (key: string) =>
      call(EmailVerification, 'GET', 'auth/email/verify', { headers: { 'x-email-verification-key': key } }),
    verifyEmail: (key: string) => call(SignIn, 'POST', 'auth/email/verify', { body: { key } }),
    requestPasswordReset: (email: string) =>
      call(status, 'POST', 'auth/password/request', { body: { email } }),
    getPasswordReset: (key: string) =>
      call(dataOf(z.strictObject({ user: User })), 'GET', 'auth/password/reset', {
        headers: { 'x-password-reset-key': key },
      }),
    resetPassword: (body: object) => call(SignIn, 'POST', 'auth/password/reset', { body }),
    changePassword: (body: object) => call(SignIn, 'POST', 'account/password/change', { body }),
    reauthenticate: (body: object) => call(SignIn, 'POST', 'auth/reauthenticate', { body }),
    reauthenticateByCode: (code: string) =>
      call(SignIn, 'POST', 'auth/2fa/reauthenticate', { body: { code } }),
    authenticateByCode: (code: string) => call(SignIn, 'POST', 'auth/2fa/authenticate', { body: { code } }),
    trust: (trusts: boolean) => call(SignIn, 'POST', 'auth/2fa/trust', { body: { trust: trusts } }),
    getAuthenticators: () =>
      call(dataOf(z.array(z.union([Totp, RecoveryCodes, Passkey]))), 'GET', 'account/authenticators'),
    getTotp: () => call(z.union([provenDataOf(Totp), TotpSetup]), 'GET', 'account/authenticators/totp'),
    activateTotp: (code: string) =>
      call(provenDataOf(Totp), 'POST', 'account/authenticators/totp', { body: { code } }),
    removeTotp: () =>
      call(z.union([status, ReauthenticationRequired]), 'DELETE', 'account/authenticators/totp'),
    getRecoveryCodes: () =>
      call(z.union([provenDataOf(SensitiveCodes), NotFound]), 'GET', 'account/authenticators/recovery-codes'),
    renewRecoveryCodes: () =>
      call(provenDataOf(SensitiveCodes), 'POST', 'account/authenticators/recovery-codes'),
    getPasskeyRequest: (purpose: PasskeyUse) =>
      call(dataOf(RequestOptions), 'GET', `auth/webauthn/${purpose}`),
    givePasskey: (purpose: PasskeyUse, credential: unknown) =>
      call(SignIn, 'POST', `auth/webauthn/${purpose}`, { body: { credential } }),
    getPasskeyCreation: () => call(provenDataOf(CreationOptions), 'GET', 'account/authenticators/webauthn'),
    addPasskey: (body: object) =>
      call(provenDataOf(Passkey), 'POST', 'account/authenticators/webauthn', { body }),
    renamePasskey: (body: object) =>
      call(provenDataOf(Passkey), 'PUT', 'account/authenticators/webauthn', { body }),
    removePasskeys: (ids: number[]) =>
      call(z.union([status, ReauthenticationRequired]), 'DELETE', 'account/authenticators/webauthn', {
        body: { authenticators: ids },
      }),
    getAddresses: () => call(addresses, 'GET', 'account/email'),
    addAddress: (email: string) => call(addresses, 'POST', 'account/email', { body: { email } }),
    makePrimary: (email: string) =>
      call(addresses, 'PATCH', 'account/email', { body: { email, primary: true } }),
    removeAddress: (email: string) => call(addresses, 'DELETE', 'account/email', { body: { email } }),
    requestVerification: (email: string) => call(status, 'PUT', 'account/email', { body: { email } }),
    getSessions: () => call(sessions, 'GET', 'auth/sessions'),
    endSessions: (ids: number[]) => call(sessions, 'DELETE', 'auth/sessions', { body: { sessions: ids } }),
  };
}
