import type { Customer } from '../contract/customers.ts';
import type { ProjectFile } from '../contract/files.ts';
import type { Look, Unopened } from '../contract/looks.ts';
import type { Plan } from '../contract/plans.ts';
import type { Project, ProjectPage, ProjectsSummary } from '../contract/projects.ts';
import type { Language, User, VerifiedToken } from '../contract/users.ts';
import type { OfflineCopy } from './offline-copy.ts';

/** Reader of a page: a client or guest, a freelancer, or a freelancer in the client view. */
export type Reader = 'client' | 'freelancer' | 'view';

/** Data for each page that the server renders. */
export type RenderedPages = {
  landing: {
    language: Language;
    /** The page of the build that everything else is put into: index.html with its style and what it preloads. */
    template: string;
    /** Origin of the site, without a slash at the end. */
    origin: string;
    /** Path and query the page was asked for by. */
    address: string;
    plans: Plan[];
  };
  /** Screen for a signed-in person. */
  screen: {
    language: Language;
    /** The page of the build with the styles and preloads of this screen. */
    template: string;
    /** Path and query of the screen. */
    address: string;
    data: ScreenData;
  };
  /** A project in a folder of its own, with the first files of its newest version. */
  offline: OfflineCopy;
};

/** A page comes with all files of a version of at most so many. */
export const MOST_RENDERED_FILES = 300;

type ListedFiles = { version: number; files: ProjectFile[]; isPart?: boolean };

/** Content of a screen, as the API answers it to this person, and the clock and time zone for its times. */
export type ScreenData = {
  /** ISO 8601. */
  renderedAt: string;
  /** IANA name of the reader's time zone. */
  timeZone: string;
  /** Null for a guest. */
  user: User | null;
  /** The project of `/projects/ID`, or a new freelancer's first one, without files. */
  project?: Project;
  /** The files of the project's newest version; with `isPart` the first of many, the lead and the open one. */
  files?: ListedFiles;
  /** The files of an older version, one of which the address opens. */
  opened?: ListedFiles;
  /** The first page of `/projects`. */
  projects?: ProjectPage;
  /** The newest projects of the dashboard. */
  recent?: ProjectPage;
  /** The projects of the dashboard in which something is due first. */
  due?: ProjectPage;
  summary?: ProjectsSummary;
  /** Latest views by a freelancer's customers. */
  lately?: Look[];
  /** Versions that a freelancer's customers have not opened. */
  unopened?: Unopened;
  /** All customers of a freelancer, if the dashboard may show the first steps. */
  customers?: Customer[];
  /** True if a freelancer who sees the first steps has copied a registration link. */
  hasCopiedLink?: boolean;
  /** Person that the registration link in the address is for. */
  link?: VerifiedToken;
};

/** A whole page as HTML, and the header `Link` that has its first pictures loaded; empty where there are none. */
export type RenderedPage = { html: string; preloads: string };

/** Interface of the build's renderers (web/src/render.tsx, and web/src/offline/render.tsx for `offline`). */
export type Render<Rendered extends keyof RenderedPages = keyof RenderedPages> = <Page extends Rendered>(
  page: Page,
  data: RenderedPages[Page],
) => Promise<RenderedPage>;

/** The id of the element with the landing page's plans as data, from which React starts. */
export const PLANS_ELEMENT_ID = 'landing-plans';

/** Number of projects listed on the dashboard (specification 2.6). */
export const RECENT_PROJECTS = 10;
/** The dashboard's projects in which something is due first. */
export const DUE_PROJECTS = 5;

/** Cookie with the IANA name of the reader's time zone. */
export const TIME_ZONE_COOKIE = 'timezone';

/** A freelancer with this many projects knows the way, so the dashboard's first steps do not show. */
export const FIRST_STEPS_PROJECTS = 2;

/** Cookies with the id of the user who dismissed the dashboard's first steps, or copied a registration link. */
export const FIRST_STEPS_DISMISSED_COOKIE = 'first-steps-dismissed';
export const LINK_COPIED_COOKIE = 'link-copied';

/** The id of the element with a screen's data. */
export const DATA_ELEMENT_ID = 'screen-data';

/** The address of the landing page in a language, whatever the reader's own is; for links from other sites. */
export function landingAddress(language: Language): string {
  return `/?lang=${language}`;
}

/**
 * Id of the element with a rendered screen's style sheets and scripts. A script of the page activates them
 * when the largest picture has loaded, on the first interaction, or 1.5 s after the page was parsed.
 */
export const LATE_ELEMENT_ID = 'late-code';

/** The attribute of `<html>` that says that React answers for the page. */
export const TAKEN_OVER = 'data-taken-over';
