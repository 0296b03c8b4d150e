import { queryOptions } from '@tanstack/react-query';
import type { NoticeChoice, NoticeChoices } from '@vitrin/shared/contract/notices.ts';
import { api } from '../../lib/api-client.ts';

/** Which mails about work the signed-in person wants. */
export const choicesQuery = queryOptions({
  queryKey: ['account', 'notices'],
  queryFn: () => api<NoticeChoices>('/notices/choices/'),
});

/** Saves one choice and gives all of them. */
export function saveChoice(choice: NoticeChoice): Promise<NoticeChoices> {
  return api<NoticeChoices>('/notices/choices/', { method: 'PATCH', body: choice });
}

/** The kind of mails that a link is about, and whether they are wanted; changes nothing. */
export function getUnsubscription(key: string): Promise<NoticeChoice> {
  return api<NoticeChoice>('/notices/unsubscribe/', { query: { key } });
}

/** Ends that kind of mails, or has them come again. */
export function saveUnsubscription(key: string, wanted: boolean): Promise<NoticeChoice> {
  return api<NoticeChoice>('/notices/unsubscribe/', { method: 'POST', body: { key, wanted } });
}
