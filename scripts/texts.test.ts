import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Every text of one side and language, by its key written with dots. */
type Texts = ReadonlyMap<string, string>;
const WEB = { en: textsOf('web', 'en'), tr: textsOf('web', 'tr') };
const SERVER = { en: textsOf('server', 'en'), tr: textsOf('server', 'tr') };

/**
 * Catalogue of texts (specification 10.2), word for word, with the keys of the web app and of the server: a
 * text that the server may send in place of the web app exists on both sides. `{{...}}` is filled in.
 */
const CATALOGUE: readonly [text: string, web: string, server?: string][] = [
  ['Try again in {{seconds}}s', 'errors.tryAgainIn', 'errors.try_again_in'],
  ['Rate limit exceeded', 'errors.rateLimited'],
  ['Your session has expired. Please log in again.', 'auth.sessionExpired', 'errors.session_expired'],
  ['Login failed. Please try again.', 'auth.loginFailed'],
  ['Registration failed. Please try again.', 'auth.registrationFailed'],
  ['Failed to resend verification email', 'verifyEmail.resendFailed'],
  ['Email verification failed', 'verifyEmail.failed'],
  ['Failed to send reset instructions. Please try again.', 'auth.resetRequestFailed'],
  ['Failed to reset password', 'auth.resetFailed'],
  ['Failed to reset password. Please try again.', 'auth.setPasswordFailed'],
  ['Passwords do not match', 'auth.passwordsDiffer', 'auth.passwords_differ'],
  ['Password must be at least 6 characters long', 'validation.passwordShort', 'auth.password_too_short'],
  ['Invalid verification link', 'verifyEmail.invalidLink', 'auth.invalid_or_expired_key'],
  ['Invalid or expired password reset link', 'auth.social.reset_link_invalid', 'auth.invalid_password_reset'],
  ['Email address is missing', 'verifyEmail.missingEmail'],
  ['Failed to initiate {{provider}} login', 'auth.socialStartFailed'],
  ['Failed to complete social login', 'auth.social.incomplete'],
  ['Social login failed', 'auth.social.unknown'],
  ['Session validation failed', 'auth.social.session_invalid'],
  ['An error occurred. Please try again.', 'errors.generic', 'errors.generic'],
  ['Network error. Please check your connection.', 'errors.network'],
  [
    'You are not authorized to perform this action.',
    'auth.social.permission_denied',
    'errors.not_authorized',
  ],
  ['Access denied.', 'errors.accessDenied', 'errors.access_denied'],
  ['The requested resource was not found.', 'errors.notFound', 'errors.not_found'],
  ['Server error. Please try again later.', 'errors.server', 'errors.server'],
  ['Please check the form for errors.', 'errors.checkForm', 'errors.check_form'],
  ['Failed to create customer. Please try again.', 'customers.createFailed'],
  ['Failed to create project', 'projectForm.createFailed'],
  ['Failed to update project', 'projectForm.updateFailed'],
  ['Failed to fetch projects', 'projects.loadFailed'],
  ['Error refreshing projects', 'projectForm.refreshFailed'],
  ['Project created successfully!', 'projectForm.created'],
  ['Project updated successfully!', 'projectForm.updated'],
  ['Failed to load project details', 'project.loadFailed'],
  ['Failed to create milestone', 'milestoneForm.createFailed'],
  ['Failed to update milestone', 'milestones.updateFailed'],
  ['Failed to delete milestone', 'milestones.deleteFailed'],
  ['There was an error processing your payment.', 'payment.failed'],
  ['Failed to verify payment. Please try again later.', 'payment.verifyFailed', 'payments.verify_failed'],
  ['Failed to initiate checkout process. Please try again.', 'checkout.failed', 'payments.checkout_failed'],
  ['Invalid checkout response from the server.', 'checkout.invalidAnswer'],
  ['Missing payment information.', 'payment.missing', 'payments.missing'],
  ['All rights reserved', 'footer.rights'],
  ['Page {{page}} of {{count}}', 'paging.pageOf'],
];

/** Texts that are the same in both languages. */
const SHARED_WORDS = new Set(['Plan', 'Tablet']);

/** One word in English, two in Turkish: the next step of a project, and the next page. */
const AMBIGUOUS = new Set(['Next']);

test.each(CATALOGUE)('"%s" is said word for word', (text, web, server) => {
  const said = [WEB.en.get(web), ...(server === undefined ? [] : [SERVER.en.get(server)])];
  expect(said).toEqual(said.map(() => text));
});

/**
 * Words that no text has, in any case of letters (decision 0223): a person whom a project is for is a
 * client, and messages are emails. Values are no words.
 */
const REFUSED = {
  en: [
    /\bcustomers?\b/,
    /\b(?<!e-)mails?\b/,
    /\bselect user\b/,
    /\bgoes on by itself\b/,
    /\bmore than the (day|.* days) before\b/,
    /\btake (everything|this project) (along|offline)\b/,
    /\bmessage to send\b/,
    /\bto the login\b/,
    /\bwhat came later\b/,
    /\ba client looks at\b/,
  ],
  tr: [
    /kilometre taş/,
    /çevrimdışı al/,
    /kimde var/,
    /müşteri gibi görüntüle/,
    /şimdi hazır/,
    /sosyal giriş/,
    /kullanıcı seç/,
  ],
};

/** The catalogue's own sentence keeps its word. */
const KEEPS_ITS_WORD = new Set(['customers.createFailed']);

test.each([
  ['web', 'en', WEB],
  ['web', 'tr', WEB],
  ['server', 'en', SERVER],
  ['server', 'tr', SERVER],
] as const)('no text of the %s in %s has a refused word', (_side, language, texts) => {
  const refused = [...texts[language]].filter(([key, text]) => {
    const words = text.replaceAll(/\{\{\w+\}\}/g, '').toLocaleLowerCase(language);
    return !KEEPS_ITS_WORD.has(key) && REFUSED[language].some((word) => word.test(words));
  });
  expect(refused).toEqual([]);
});

test.each([
  ['web', WEB],
  ['server', SERVER],
] as const)('every text of the %s is translated', (_side, { en, tr }) => {
  const untranslated = [...en].filter(([key, text]) => tr.get(key) === text && !SHARED_WORDS.has(text));
  // A text of nothing but values has no words to translate.
  expect(untranslated.filter(([, text]) => /\p{L}{2}/u.test(text.replaceAll(/\{\{\w+\}\}/g, '')))).toEqual(
    [],
  );
});

test('an English text has one Turkish translation, in the web app and on the server', () => {
  const all = [WEB, SERVER].flatMap(({ en, tr }) =>
    Array.from(en, ([key, english]) => ({ key, english, turkish: tr.get(key) })),
  );
  // Mails are written in the polite form where buttons are not.
  const compared = all.filter(({ key, english }) => !AMBIGUOUS.has(english) && !key.startsWith('mails.'));
  const several = [...Map.groupBy(compared, ({ english }) => english).values()].filter(
    (same) => new Set(same.map(({ turkish }) => turkish)).size > 1,
  );
  expect(several.flat(), 'use one of the translations for all, or another English text').toEqual([]);
});

/** The server's texts are one file, the web app's are a folder of files. */
function textsOf(side: 'web' | 'server', language: 'en' | 'tr'): Texts {
  const folder = path.resolve(import.meta.dirname, `../${side}/src/i18n`);
  const files = globSync([`${language}.json`, `${language}/*.json`, `offline/${language}.json`], {
    cwd: folder,
  });
  return new Map(
    files.flatMap((file) => flatten(JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as object)),
  );
}

function flatten(texts: object, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value as object, `${prefix}${key}.`),
  );
}
