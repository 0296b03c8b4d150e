import { z } from 'zod';
import { hasVisibleCharacter } from '../rules/texts/visible-text.ts';
import { GivenText } from './common.ts';
import { RecoveryCodes } from './factors.ts';

/** Passkeys, as in django-allauth's headless API: `webauthn` there; times in epoch seconds. */

export const Passkey = z.object({
  type: z.literal('webauthn'),
  created_at: z.number(),
  last_used_at: z.number().nullable(),
  id: z.int(),
  name: z.string(),
  is_passwordless: z.boolean(),
  /** Host name that it was made for. */
  rp_id: z.string(),
  /** False after the installation has moved to another host name, where browsers do not offer it. */
  is_usable: z.boolean(),
});
export type Passkey = z.infer<typeof Passkey>;

const MAX_NAME_LENGTH = 100;
/** In base64url: more than any authenticator sends, and little enough to read in no time. */
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

/** Answer of `navigator.credentials.get()`, as `toJSON()` writes it. */
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

/** Answer of `navigator.credentials.create()`, as `toJSON()` writes it. */
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
/** `name` may be left out or empty; then the passkey is called by its device or date. */
export const AddPasskey = z.object({
  name: z.preprocess((given) => (given === '' ? undefined : given), name.optional()),
  credential: Attestation,
});
/** Body of POST /users/invitation_passkey/, which uses an invitation by a passkey; otherwise as `ResetPassword`. */
export const RegisterByPasskey = z.object({
  token: GivenText,
  credential: Attestation,
  email: GivenText.optional(),
  keep_identities: z.boolean().optional(),
});
/** Largest id that PostgreSQL's `integer` holds. */
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
/** For `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const RequestOptionsAnswer = z.object({
  status: z.literal(200),
  data: z.object({ request_options: options }),
});
export type RequestOptionsAnswer = z.infer<typeof RequestOptionsAnswer>;
/** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const CreationOptionsAnswer = z.object({
  status: z.literal(200),
  data: z.object({ creation_options: options }),
});
/** As CreationOptionsAnswer, outside of the authentication API. */
export const InvitationOptions = z.object({ creation_options: options });
export type CreationOptionsAnswer = z.infer<typeof CreationOptionsAnswer>;
export const PasskeyAnswer = z.object({
  status: z.literal(200),
  data: Passkey,
  /** With a new passkey: recovery codes, where it is a second step and there were none; no other answer shows them again. */
  meta: z
    .object({
      recovery_codes_generated: z.boolean(),
      recovery_codes: RecoveryCodes.shape.unused_codes.optional(),
    })
    .optional(),
});
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;
