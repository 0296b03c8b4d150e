import type account from './en/account.json';
import type auth from './en/auth.json';
import type common from './en/common.json';
import type landing from './en/landing.json';
import type plans from './en/plans.json';
import type projects from './en/projects.json';
import type tools from './en/tools.json';

type Texts = typeof account &
  typeof auth &
  typeof common &
  typeof landing &
  typeof plans &
  typeof projects &
  typeof tools;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: Texts };
  }
}
