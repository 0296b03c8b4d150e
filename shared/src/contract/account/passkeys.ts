import { z } from 'zod';
import { hasVisibleCharacter } from '../../rules/texts/visible-text.ts';
import { GivenText } from '../common.ts';
import { RecoveryCodes } from './factors.ts';

/** Passkeys, as in django-allauth's headless API: `webauthn` there; times in epoch seconds. */

export const Passkey = z.object({
  type: z.literal('webauthn'),
  created_at: z.number(),
  last_used_at: z.number().nullable(),
  id: z.int(),
  name: z.string(),
  is_passwordless: z.boolean(),
  rp_id: z.string(),
  /** False after a move to another host name, where browsers do not offer it. */
  is_usable: z.boolean(),
});
export type Passkey = z.infer<typeof Passkey>;

const MAX_NAME_LENGTH = 100;
/** Base64url text, longer than any authenticator sends, but short enough to read at once. */
const bytes = (most: number) =>
  z
    .string('invalid')
    .max(most, { error: 'max_length', abort: true })
    .regex(/^[\w-]+$/, 'invalid');
const credential = <T extends z.ZodObject>(response: T) =>
  z.object(
    {
      id: bytes(1400),
      rawId: bytes(1400),
      type: z.literal('public-key', 'invalid'),
      authenticatorAttachment: z.string('invalid').max(40, 'max_length').nullish(),
      clientExtensionResults: z.record(z.string(), z.unknown(), 'invalid').optional(),
      response,
    },
    'required',
  );

export const Assertion = credential(
  z.object(
    {
      clientDataJSON: bytes(4000),
      authenticatorData: bytes(4000),
      signature: bytes(8000),
      userHandle: bytes(200).nullish(),
    },
    'invalid',
  ),
);
export type Assertion = z.infer<typeof Assertion>;

export const Attestation = credential(
  z.object(
    {
      clientDataJSON: bytes(4000),
      attestationObject: bytes(16_000),
      transports: z
        .array(z.string('invalid').max(40, 'max_length'), 'invalid')
        .max(10, 'max_length')
        .optional(),
    },
    'invalid',
  ),
);
export type Attestation = z.infer<typeof Attestation>;

const name = z
  .string({ error: ({ input }) => (input === undefined || input === null ? 'required' : 'invalid') })
  .trim()
  .min(1, { error: 'required', abort: true })
  .max(MAX_NAME_LENGTH, { error: 'max_length', abort: true })
  // oxlint-disable-next-line no-control-regex -- the point of the rule
  .regex(/^[^\u0000-\u001f\u007f]*$/, { error: 'invalid', abort: true })
  .refine(hasVisibleCharacter, 'invalid');

export const GivenAssertion = z.object({ credential: Assertion });
/** A passkey without a `name` is called by its device or date. */
export const AddPasskey = z.object({
  name: z.preprocess((given) => (given === '' ? undefined : given), name.optional()),
  credential: Attestation,
});
/** Accepts an invitation with a passkey; otherwise as `ResetPassword`. */
export const RegisterByPasskey = z.object({
  token: GivenText,
  credential: Attestation,
  email: GivenText.optional(),
  keep_identities: z.boolean().optional(),
});
const MAX_ID = 2 ** 31 - 1;
export const RenamePasskey = z.object({
  id: z.int('invalid').positive('invalid').max(MAX_ID, 'invalid'),
  name,
});
export const RemovePasskeys = z.object({
  authenticators: z
    .array(z.int('invalid_list').max(MAX_ID, 'invalid_list'), 'invalid_list')
    .min(1, 'required')
    .max(100, 'invalid_list'),
});

const options = z.object({ publicKey: z.record(z.string(), z.unknown()) });
export const RequestOptionsAnswer = z.object({
  status: z.literal(200),
  data: z.object({ request_options: options }),
});
export type RequestOptionsAnswer = z.infer<typeof RequestOptionsAnswer>;
export const CreationOptionsAnswer = z.object({
  status: z.literal(200),
  data: z.object({ creation_options: options }),
});
export const InvitationOptions = z.object({ creation_options: options });
export type CreationOptionsAnswer = z.infer<typeof CreationOptionsAnswer>;
export const PasskeyAnswer = z.object({
  status: z.literal(200),
  data: Passkey,
  /** Recovery codes, if the passkey is a second step and there were none; no other answer shows them. */
  meta: z
    .object({
      recovery_codes_generated: z.boolean(),
      recovery_codes: RecoveryCodes.shape.unused_codes.optional(),
    })
    .optional(),
});
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;
