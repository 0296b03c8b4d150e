import '@mantine/spotlight/styles.layer.css';
import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import {
  IconChartBar,
  IconFolder,
  IconFolders,
  IconLanguage,
  IconLayoutDashboard,
  IconMoon,
  IconPlus,
  IconSearch,
  IconUser,
  IconUserCircle,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { User } from '@vitrin/shared/contract/users.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../components/use-language.ts';
import { useThemeSwitch } from '../../components/use-theme-switch.ts';
import { CustomerModal } from '../../features/customers/lazy-dialogs.ts';
import { allCustomersQuery } from '../../features/customers/api.ts';
import { projectPageQuery } from '../../features/projects/api.ts';
import { useNewProject } from '../../features/projects/use-new-project.tsx';
import { paths } from '../../paths.ts';
import { paletteStore, selectFirst } from './palette-store.ts';

/** Projects that are offered: the newest without a search term, with one those the server found. */
const MOST_RECENT = 5;
const MOST_FOUND = 20;

const icon = (Icon: typeof IconFolder) => <Icon size={20} stroke={1.6} aria-hidden />;

/** Ctrl or Cmd and K: opens a project, customer or screen, creates something, switches theme or language. */
export function CommandPalette({ user }: { user: User }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { toggleTheme } = useThemeSwitch();
  const { language, switchTo } = useLanguage();
  const newProject = useNewProject();
  const [isInviting, setInviting] = useState(false);
  const [text, setText] = useState('');
  const search = text.trim() === '' ? undefined : text.trim().slice(0, 200);
  const { data: projects, isPlaceholderData } = useQuery(projectPageQuery({ limit: MOST_FOUND, search }, 1));
  const { data: customers } = useQuery({ ...allCustomersQuery, enabled: user.isFreelancer });
  const isSearching = search !== undefined && isPlaceholderData;
  useEffect(() => {
    // Spotlight selects the first entry at each letter; the server's results come later.
    if (search !== undefined && projects && !isSearching) selectFirst();
  }, [search, isSearching, projects]);
  const go = (path: string) => () => void navigate(path);

  const screens = [
    {
      id: 'dashboard',
      label: t('shell.dashboard'),
      leftSection: icon(IconLayoutDashboard),
      onClick: go(paths.dashboard),
    },
    {
      id: 'projects',
      label: t('shell.projects'),
      leftSection: icon(IconFolders),
      onClick: go(paths.projects),
    },
    ...(user.isFreelancer
      ? [
          {
            id: 'customers',
            label: t('shell.customers'),
            leftSection: icon(IconUsers),
            onClick: go(paths.customers),
          },
          {
            id: 'analytics',
            label: t('shell.analytics'),
            leftSection: icon(IconChartBar),
            onClick: go(paths.analytics),
          },
        ]
      : []),
    {
      id: 'account',
      label: t('shell.account'),
      leftSection: icon(IconUserCircle),
      onClick: go(paths.account),
    },
  ];
  const commands = [
    ...(user.isFreelancer
      ? [
          {
            id: 'new-project',
            label: t('projects.new'),
            leftSection: icon(IconPlus),
            onClick: newProject.start,
          },
          {
            id: 'new-customer',
            label: t('customers.new'),
            leftSection: icon(IconUserPlus),
            onClick: () => setInviting(true),
          },
        ]
      : []),
    { id: 'theme', label: t('shell.switchTheme'), leftSection: icon(IconMoon), onClick: toggleTheme },
    {
      id: 'language',
      // In the target language, so that somebody who needs it finds it.
      label: language === 'tr' ? 'English' : 'Türkçe',
      keywords: ['language', 'dil', 'english', 'türkçe', 'turkish'],
      leftSection: icon(IconLanguage),
      onClick: () => switchTo(language === 'tr' ? 'en' : 'tr'),
    },
  ];
  const found: SpotlightActionGroupData = {
    group: t('shell.projects'),
    actions: (projects?.results ?? []).slice(0, search ? MOST_FOUND : MOST_RECENT).map((project) => ({
      id: `project-${project.id}`,
      label: project.name,
      description: (user.isFreelancer ? project.customer : project.freelancer) ?? '',
      // The server has searched, with the rules of both languages, so its results match; older ones must not.
      keywords: search && !isSearching ? [search] : [],
      leftSection: icon(IconFolder),
      onClick: go(paths.project(project.id)),
    })),
  };
  const people: SpotlightActionGroupData = {
    group: t('shell.customers'),
    actions: (search ? (customers ?? []) : []).map(({ id, username, display_name }) => ({
      id: `customer-${id}`,
      label: display_name ?? username,
      leftSection: icon(IconUser),
      onClick: go(`${paths.customers}?search=${encodeURIComponent(username)}`),
    })),
  };
  const actions = [
    found,
    people,
    { group: t('search.commands'), actions: commands },
    { group: t('search.screens'), actions: screens },
  ].filter(({ actions }) => actions.length > 0);

  return (
    <>
      <Spotlight
        store={paletteStore}
        actions={actions}
        query={text}
        onQueryChange={setText}
        shortcut={null}
        limit={40}
        scrollable
        maxHeight={420}
        highlightQuery
        overlayProps={{ blur: 0, backgroundOpacity: 0.45 }}
        nothingFound={t(isSearching ? 'search.searching' : 'search.nothingFound')}
        attributes={{ content: { 'aria-label': t('palette.open') } }}
        searchProps={{
          leftSection: icon(IconSearch),
          placeholder: t('search.placeholder'),
          'aria-label': t('search.placeholder'),
        }}
      />
      {newProject.dialogs}
      <CustomerModal opened={isInviting} onClose={() => setInviting(false)} />
    </>
  );
}
