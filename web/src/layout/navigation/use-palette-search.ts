import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { boardsQuery } from '../../features/analytics/boards/api.ts';
import { useHasBoards } from '../../features/analytics/boards/use-has-boards.ts';
import { allCustomersQuery } from '../../features/customers/api.ts';
import { captionedFilesQuery } from '../../features/files/api.ts';
import { foundLinksQuery } from '../../features/files/links/api.ts';
import { projectPageQuery } from '../../features/projects/api.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import {
  boardActions,
  customerActions,
  fileActions,
  linkActions,
  projectActions,
  usePaletteLink,
} from './palette-actions.tsx';
import { selectFirst } from './palette-store.ts';

/** Projects that are offered: the newest without a search term, with one those the server found. */
const MOST_RECENT = 5;
const MOST_FOUND = 20;
/** Files that their captions find, and links that their titles or hosts find. */
const MOST_PARTS = 5;

/** Projects, files, links, customers and boards for the text typed into the palette; `isSearching` while the server still looks. */
export function usePaletteSearch(text: string, isFreelancer: boolean) {
  const { t } = useTranslation();
  const go = usePaletteLink();
  const search = text.trim() === '' ? undefined : text.trim().slice(0, 200);
  const { data: projects, isPlaceholderData } = useQuery(projectPageQuery({ limit: MOST_FOUND, search }, 1));
  const enabled = search !== undefined;
  const { data: files = [] } = useQuery({ ...captionedFilesQuery(search ?? '', MOST_PARTS), enabled });
  const { data: links = [] } = useQuery({ ...foundLinksQuery(search ?? '', MOST_PARTS), enabled });
  const { data: customers = [] } = useQuery({ ...allCustomersQuery, enabled: isFreelancer });
  const { data: boards = [] } = useQuery({ ...boardsQuery, enabled: useHasBoards() });
  const isSearching = search !== undefined && isPlaceholderData;
  useEffect(() => {
    // Spotlight selects the first entry at each letter; the server's results come later.
    if (search !== undefined && projects && !isSearching) selectFirst();
  }, [search, isSearching, projects]);
  const found = (projects?.results ?? []).slice(0, search ? MOST_FOUND : MOST_RECENT);
  // The server has searched, with the rules of both languages, so its results match; older ones must not.
  const matching = isSearching ? undefined : search;
  const groups: SpotlightActionGroupData[] = [
    { group: t('shell.projects'), actions: projectActions(found, { isFreelancer, matching, go }) },
    { group: t('search.files'), actions: fileActions(files, { matching: search, go }) },
    { group: t('search.links'), actions: linkActions(links, { matching: search, go }) },
    { group: t('shell.customers'), actions: customerActions(search ? customers : [], go) },
    { group: t('search.boards'), actions: boardActions(search ? boards : [], go) },
  ];
  return { groups, isSearching };
}
