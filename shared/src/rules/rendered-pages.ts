import type { Customer } from '../contract/customers.ts';
import type { ProjectFile } from '../contract/files.ts';
import type { Look, Unopened } from '../contract/figures/looks.ts';
import type { Plan } from '../contract/plans.ts';
import type { Project, ProjectPage, ProjectsSummary } from '../contract/projects.ts';
import type { Language, User, VerifiedToken } from '../contract/users.ts';
import type { OfflineCopy } from './offline-copy.ts';

/** Reader of a page: a client or guest, a freelancer, or a freelancer in the client view. */
export type Reader = 'client' | 'freelancer' | 'view';

/** Kinds of files that an address opens over its page; a document needs more code than others. */
export type Opened = 'file' | 'document';

export type RenderedPages = {
  landing: {
    language: Language;
    template: string;
    origin: string;
    address: string;
    plans: Plan[];
  };
  screen: {
    language: Language;
    template: string;
    address: string;
    data: ScreenData;
  };
  /** A project in its own folder, with the first files of its newest version. */
  offline: OfflineCopy;
};

/** Most files of a version that a page comes with whole. */
export const MOST_RENDERED_FILES = 300;

type ListedFiles = { version: number; files: ProjectFile[]; isPart?: boolean };

/** API answers for a screen and this person, with the clock and time zone of its times. */
export type ScreenData = {
  renderedAt: string;
  timeZone: string;
  user: User | null;
  /** The project of `/projects/ID`, or a new freelancer's first one, without files. */
  project?: Project;
  /** Files of the newest version; with `isPart` the first of many, the lead and the open one. */
  files?: ListedFiles;
  opened?: ListedFiles;
  projects?: ProjectPage;
  recent?: ProjectPage;
  due?: ProjectPage;
  summary?: ProjectsSummary;
  lately?: Look[];
  unopened?: Unopened;
  /** All customers of a freelancer, if the dashboard may show the first steps. */
  customers?: Customer[];
  /** True if a freelancer who sees the first steps has copied a registration link. */
  hasCopiedLink?: boolean;
  link?: VerifiedToken;
};

/** A page as HTML, and its `Link` header that preloads the first pictures, or an empty text. */
export type RenderedPage = { html: string; preloads: string };

/** Interface of the build's renderers (web/src/render.tsx, and web/src/offline/render.tsx for `offline`). */
export type Render<Rendered extends keyof RenderedPages = keyof RenderedPages> = <Page extends Rendered>(
  page: Page,
  data: RenderedPages[Page],
) => Promise<RenderedPage>;

export const PLANS_ELEMENT_ID = 'landing-plans';

/** Number of projects listed on the dashboard (specification 2.6). */
export const RECENT_PROJECTS = 10;
export const DUE_PROJECTS = 5;

/** Cookie with the IANA name of the reader's time zone. */
export const TIME_ZONE_COOKIE = 'timezone';

/** From this number of projects on a freelancer sees no first steps. */
export const FIRST_STEPS_PROJECTS = 2;

/** Cookies with the id of a user who dismissed the first steps, or copied a registration link. */
export const FIRST_STEPS_DISMISSED_COOKIE = 'first-steps-dismissed';
export const LINK_COPIED_COOKIE = 'link-copied';

export const DATA_ELEMENT_ID = 'screen-data';

/** Landing page in a fixed language, for links from other sites. */
export function landingAddress(language: Language): string {
  return `/?lang=${language}`;
}

/**
 * Id of the element with late style sheets and scripts, activated after the largest picture, the first interaction or
 * 1.5 s.
 */
export const LATE_ELEMENT_ID = 'late-code';

/** Attribute of `<html>` once React has taken over the page. */
export const TAKEN_OVER = 'data-taken-over';
