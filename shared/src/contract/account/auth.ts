import { z } from 'zod';
import { emailKey, MAX_EMAIL_LENGTH, MAX_USERNAME_LENGTH } from '../../rules/texts/names.ts';
import { MAX_GIVEN_LENGTH } from '../common.ts';
import { Email, isSeenName, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, normalizedPassword } from '../users.ts';

/**
 * Bodies and answers as in django-allauth's headless browser API; messages are its error codes, translated by the
 * server.
 */

const required = ({ input }: { input?: unknown }) =>
  input === undefined || input === null ? 'required' : 'invalid';

const RequiredText = z.string({ error: required }).trim().min(1, { error: 'required', abort: true });

/** An address in the form in which it is stored and compared. */
export const EmailText = RequiredText.max(MAX_EMAIL_LENGTH, { error: 'invalid', abort: true })
  .refine((text) => Email.safeParse(text).success, 'invalid')
  .transform(emailKey);

const UsernameText = RequiredText.max(MAX_USERNAME_LENGTH, 'max_length')
  .transform((text) => text.normalize('NFKC'))
  .pipe(
    z
      .string()
      .max(MAX_USERNAME_LENGTH, { error: 'max_length', abort: true })
      .regex(/^[\p{L}\p{N}\p{M}@.+\-_]+$/u, 'invalid')
      .refine(isSeenName, 'invalid'),
  );

/** Six digits, with room for spaces and hyphens between them. */
const MAX_CODE_LENGTH = 40;

const GivenText = RequiredText.max(MAX_GIVEN_LENGTH, 'invalid');

const GivenPassword = z
  .string({ error: required })
  .min(1, { error: 'required', abort: true })
  .max(MAX_GIVEN_LENGTH, { error: 'max_length', abort: true });

const NewPassword = GivenPassword.transform(normalizedPassword).pipe(
  z
    .string()
    .min(MIN_PASSWORD_LENGTH, { error: 'password_too_short', abort: true })
    .max(MAX_PASSWORD_LENGTH, 'max_length'),
);

/** Exactly one of `username`, which may be an email address too, and `email`. */
export const Login = z.object({
  username: z.string('invalid').trim().max(MAX_EMAIL_LENGTH, 'max_length').nullish(),
  email: z
    .string('invalid')
    .trim()
    .max(MAX_EMAIL_LENGTH, { error: 'invalid', abort: true })
    .refine((text) => text === '' || Email.safeParse(text).success, 'invalid')
    .transform(emailKey)
    .nullish(),
  password: GivenPassword,
});
export type Login = z.infer<typeof Login>;

export const Signup = z.object({ username: UsernameText, email: EmailText, password: NewPassword });
export type Signup = z.infer<typeof Signup>;

export const VerifyEmail = z.object({ key: GivenText });
export const EmailBody = z.object({ email: EmailText });

export const RequestCode = EmailBody;
/** A code as typed or pasted: spaces and dashes between its digits do not count. */
export const ConfirmCode = z.object({
  code: RequiredText.max(MAX_CODE_LENGTH, { error: 'invalid', abort: true }).transform((text) =>
    text.replaceAll(/[\s-]/g, ''),
  ),
});

export const RequestPasswordReset = EmailBody;
/** A reset disconnects identities unless the person keeps them. */
export const ResetPasswordByKey = z.object({
  key: GivenText,
  password: NewPassword,
  keep_identities: z.boolean('invalid').optional(),
});
export const ChangePassword = z.object({
  current_password: z.string('invalid').max(MAX_GIVEN_LENGTH, 'max_length').nullish(),
  new_password: NewPassword,
});
export type ChangePassword = z.infer<typeof ChangePassword>;
export const Reauthenticate = z.object({ password: GivenPassword });
export const MakePrimary = z.object({ email: EmailText, primary: z.literal(true, 'required') });
export const EndSessions = z.object({
  sessions: z
    .array(
      z.union(
        [
          z.int(),
          z
            .string()
            .regex(/^\d{1,15}$/)
            .transform(Number),
        ],
        'invalid_list',
      ),
      {
        error: ({ input }) => (input === undefined || input === null ? 'required' : 'invalid_list'),
      },
    )
    .min(1, 'required')
    .max(1000, 'invalid_list'),
});

export const MethodRecord = z.object({
  method: z.string(),
  at: z.number(),
  username: z.string().optional(),
  email: z.string().optional(),
  reauthenticated: z.boolean().optional(),
  provider: z.string().optional(),
  uid: z.string().optional(),
  /** The kind of factor if `method` is `mfa`; a passkey adds its id, and that it was the only step. */
  type: z.string().optional(),
  id: z.int().optional(),
  passwordless: z.boolean().optional(),
});
export type MethodRecord = z.infer<typeof MethodRecord>;

export const AuthUser = z.object({
  id: z.int(),
  display: z.string(),
  has_usable_password: z.boolean(),
  email: z.string().optional(),
  username: z.string().optional(),
  /**
   * Epoch seconds of the last use of a password and of a mailed code, for the session's own user; not in
   * django-allauth.
   */
  last_uses: z.object({ password: z.number().optional(), code: z.number().optional() }).optional(),
});
export type AuthUser = z.infer<typeof AuthUser>;

export const Provider = z.object({
  id: z.string(),
  name: z.string(),
  flows: z.array(z.string()),
  client_id: z.string().optional(),
  openid_configuration_url: z.string().optional(),
});
export type Provider = z.infer<typeof Provider>;

export const Flow = z.object({
  id: z.string(),
  is_pending: z.boolean().optional(),
  /** Ways to log in without verifying the address, with `verify_email`. */
  login_methods: z.array(z.string()).optional(),
  /** Address that the browser named, and seconds until another code may be sent, with a pending `login_by_code`. */
  email: z.string().optional(),
  resend_after: z.int().optional(),
  provider: Provider.optional(),
  providers: z.array(z.string()).optional(),
  /** Accepted kinds of second factor, with `mfa_authenticate` and `mfa_reauthenticate`. */
  types: z.array(z.string()).optional(),
});
export type Flow = z.infer<typeof Flow>;

export const AuthenticatedAnswer = z.object({
  status: z.literal(200),
  data: z.object({ user: AuthUser, methods: z.array(MethodRecord) }),
  meta: z.object({ is_authenticated: z.literal(true) }),
});
export type AuthenticatedAnswer = z.infer<typeof AuthenticatedAnswer>;

/** Ways to sign in, for guests. `is_authenticated` is true for a user who must confirm their identity. */
export const UnauthenticatedAnswer = z.object({
  status: z.literal(401),
  data: z.object({
    user: AuthUser.optional(),
    methods: z.array(MethodRecord).optional(),
    flows: z.array(Flow),
  }),
  meta: z.object({ is_authenticated: z.boolean() }),
});
export type UnauthenticatedAnswer = z.infer<typeof UnauthenticatedAnswer>;

export const AuthConfiguration = z.object({
  status: z.literal(200),
  data: z.object({
    account: z.object({
      login_methods: z.array(z.string()),
      authentication_method: z.string(),
      is_open_for_signup: z.boolean(),
      email_verification_by_code_enabled: z.boolean(),
      login_by_code_enabled: z.boolean(),
      password_reset_by_code_enabled: z.boolean(),
    }),
    socialaccount: z.object({ providers: z.array(Provider) }).optional(),
    mfa: z.object({ supported_types: z.array(z.string()), passkey_login_enabled: z.boolean() }),
    usersessions: z.object({ track_activity: z.boolean() }),
  }),
});

export const EmailKeyAnswer = z.object({
  status: z.literal(200),
  data: z.object({ email: z.string(), user: AuthUser }),
  meta: z.object({ is_authenticating: z.boolean() }),
});

export const EmailAddress = z.object({ email: z.string(), verified: z.boolean(), primary: z.boolean() });
export type EmailAddress = z.infer<typeof EmailAddress>;

export const EmailAddressesAnswer = z.object({ status: z.literal(200), data: z.array(EmailAddress) });

export const ResetKeyAnswer = z.object({ status: z.literal(200), data: z.object({ user: AuthUser }) });

export const AuthSession = z.object({
  id: z.int(),
  user_agent: z.string(),
  ip: z.string(),
  created_at: z.number(),
  is_current: z.boolean(),
  last_seen_at: z.number(),
  /** Steps of login and confirmation, the oldest first; not in django-allauth. */
  methods: z.array(MethodRecord.pick({ method: true, type: true, provider: true, uid: true, at: true })),
});
export type AuthSession = z.infer<typeof AuthSession>;

export const SessionsAnswer = z.object({ status: z.literal(200), data: z.array(AuthSession) });

export const ProviderSignup = z.object({ username: UsernameText.optional(), email: EmailText.optional() });
export type ProviderSignup = z.infer<typeof ProviderSignup>;

export const ProviderAccount = z.object({
  uid: z.string(),
  display: z.string(),
  provider: Provider,
  /** Epoch seconds of the last login with it, absent before the first; not in django-allauth. */
  last_used_at: z.number().optional(),
});
export type ProviderAccount = z.infer<typeof ProviderAccount>;

export const ProviderSignupInfo = z.object({
  user: AuthUser.omit({ id: true }),
  account: ProviderAccount,
  email: z.array(EmailAddress),
});
export type ProviderSignupInfo = z.infer<typeof ProviderSignupInfo>;

export const ProviderSignupAnswer = z.object({ status: z.literal(200), data: ProviderSignupInfo });
export const ProviderAccountsAnswer = z.object({
  status: z.literal(200),
  data: z.array(ProviderAccount),
});
export const DisconnectProvider = z.object({ provider: GivenText, account: GivenText });

export const StatusAnswer = z.object({ status: z.int() });
