import { z } from 'zod';

/** Second factors, as in django-allauth's headless API; times in epoch seconds. */

const dates = { created_at: z.number(), last_used_at: z.number().nullable() };

export const TotpAuthenticator = z.object({ type: z.literal('totp'), ...dates });
export type TotpAuthenticator = z.infer<typeof TotpAuthenticator>;

/** `unused_codes` holds codes in the answer that made them, and once more where a copy was kept. */
export const RecoveryCodes = z.object({
  type: z.literal('recovery_codes'),
  ...dates,
  total_code_count: z.int(),
  unused_code_count: z.int(),
  unused_codes: z.array(z.string()),
});
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

export const Authenticator = z.object({
  type: z.enum(['totp', 'recovery_codes', 'webauthn']),
  ...dates,
  total_code_count: z.int().optional(),
  unused_code_count: z.int().optional(),
  id: z.int().optional(),
  name: z.string().optional(),
  is_passwordless: z.boolean().optional(),
  rp_id: z.string().optional(),
  is_usable: z.boolean().optional(),
});
export type Authenticator = z.infer<typeof Authenticator>;

export const AuthenticatorsAnswer = z.object({ status: z.literal(200), data: z.array(Authenticator) });
export const TotpAnswer = z.object({
  status: z.literal(200),
  data: TotpAuthenticator,
  /** With the answer that made the app the second factor: its recovery codes. */
  meta: z.object({ recovery_codes_generated: z.boolean(), recovery_codes: z.array(z.string()) }).optional(),
});
/** Secret to set up an app with, in Base32 and as the address in a QR code. */
export const TotpSetupAnswer = z.object({
  status: z.literal(404),
  meta: z.object({ secret: z.string(), totp_url: z.string() }),
});
export type TotpSetupAnswer = z.infer<typeof TotpSetupAnswer>;
export const RecoveryCodesAnswer = z.object({ status: z.literal(200), data: RecoveryCodes });

export const FactorCode = z.object({
  code: z.string('required').trim().min(1, 'required').max(40, 'max_length'),
});

/** False from a page that shows the recovery codes of the answer itself; else they can be asked for once more within ten minutes. */
const keep_codes = z.boolean('invalid').default(true);
/** The first code of an app, which makes it the second factor. */
export const ActivateTotp = FactorCode.extend({ keep_codes });
export const MakeRecoveryCodes = z.object({ keep_codes });

/** Choice that this browser needs no second factor for thirty days. */
export const TrustBrowser = z.object({ trust: z.boolean('required') });
