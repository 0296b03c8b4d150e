import type { QueryClient } from '@tanstack/react-query';
import { DATA_ELEMENT_ID, type ScreenData } from '@vitrin/shared/rules/rendered-pages.ts';
import { latelyQuery } from './features/analytics/lately-query.ts';
import { unopenedQuery } from './features/analytics/unopened-query.ts';
import { currentUserQuery } from './features/auth/api.ts';
import type { RenderedClock } from './components/rendered-clock.ts';
import { passwordLinkQuery } from './features/auth/passwords/password-link-query.ts';
import { allCustomersQuery, copiedLinkQuery } from './features/customers/api.ts';
import { filesQuery } from './features/files/api.ts';
import { projectPageQuery, projectQuery, projectsSummaryQuery } from './features/projects/api.ts';
import { DUE, RECENT } from './features/projects/filter.ts';

/** Fills the cache with what the server has rendered a screen from, as if it had just been loaded. */
export function fillCache(client: QueryClient, data: ScreenData): void {
  const {
    user,
    project,
    files,
    opened,
    projects,
    recent,
    due,
    summary,
    lately,
    unopened,
    customers,
    hasCopiedLink,
    link,
  } = data;
  client.setQueryData(currentUserQuery.queryKey, user);
  if (project) client.setQueryData(projectQuery(project.id).queryKey, project);
  // A part is old from the first moment on, so that the screen asks for the whole.
  for (const listed of [files, opened])
    if (listed)
      client.setQueryData(
        filesQuery(listed.version).queryKey,
        listed.files,
        listed.isPart ? { updatedAt: 0 } : undefined,
      );
  if (projects) client.setQueryData(projectPageQuery({}, 1).queryKey, { ...projects, page: 1 });
  if (recent) client.setQueryData(projectPageQuery(RECENT, 1).queryKey, { ...recent, page: 1 });
  if (due) client.setQueryData(projectPageQuery(DUE, 1).queryKey, { ...due, page: 1 });
  if (summary) client.setQueryData(projectsSummaryQuery.queryKey, summary);
  if (lately) client.setQueryData(latelyQuery.queryKey, lately);
  if (unopened) client.setQueryData(unopenedQuery.queryKey, unopened);
  if (customers) client.setQueryData(allCustomersQuery.queryKey, customers);
  if (user && hasCopiedLink !== undefined)
    client.setQueryData(copiedLinkQuery(user.id).queryKey, hasCopiedLink);
  if (link) client.setQueryData(passwordLinkQuery(link.token).queryKey, link);
}

/** The data in the page that the server has rendered; null where it has not. */
export function readScreenData(): ScreenData | null {
  const text = document.getElementById(DATA_ELEMENT_ID)?.textContent;
  return text ? (JSON.parse(text) as ScreenData) : null;
}

/** The clock by which the times of the page are written. */
export function clockOf({ renderedAt, timeZone }: ScreenData): RenderedClock {
  return { now: Date.parse(renderedAt), timeZone };
}
