import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight';
import {
  type Icon,
  IconChartBar,
  IconFolder,
  IconFolders,
  IconLanguage,
  IconLayoutBoard,
  IconLayoutDashboard,
  IconLifebuoy,
  IconLink,
  IconMoon,
  IconPhoto,
  IconPlus,
  IconUser,
  IconUserCircle,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react';
import type { BoardHead } from '@vitrin/shared/contract/figures/boards.ts';
import type { ListedFile } from '@vitrin/shared/contract/files.ts';
import type { ListedLink } from '@vitrin/shared/contract/links.ts';
import type { Customer } from '@vitrin/shared/contract/customers.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { useNavigate } from 'react-router';
import { useHasBoards } from '../../features/analytics/boards/use-has-boards.ts';
import { viewerAddress } from '../../features/files/grid/file-opening.ts';
import { linkCardAddress } from '../../features/files/links/link-card.ts';
import { useLanguage } from '../../components/use-language.ts';
import { useThemeSwitch } from '../../components/use-theme-switch.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths } from '../../paths.ts';

export const paletteIcon = (Shape: Icon) => <Shape size={20} stroke={1.6} aria-hidden />;

/** Returns a function that makes the handler of an entry which leads to `path`. */
export function usePaletteLink() {
  const navigate = useNavigate();
  return (path: string) => () => void navigate(path);
}

/** Entries of the screens that the person may open. */
export function useScreenGroup(isFreelancer: boolean): SpotlightActionGroupData {
  const { t } = useTranslation();
  const go = usePaletteLink();
  const hasBoards = useHasBoards();
  const screen = (id: string, label: string, shape: Icon, path: string) => ({
    id,
    label,
    leftSection: paletteIcon(shape),
    onClick: go(path),
  });
  const ofFreelancers = [
    screen('customers', t('shell.customers'), IconUsers, paths.customers),
    screen('analytics', t('shell.analytics'), IconChartBar, paths.analytics),
    ...(hasBoards ? [screen('boards', t('search.boards'), IconLayoutBoard, paths.boards)] : []),
    screen('support', t('shell.support'), IconLifebuoy, paths.support),
  ];
  const actions = [
    screen('dashboard', t('shell.dashboard'), IconLayoutDashboard, paths.dashboard),
    screen('projects', t('shell.projects'), IconFolders, paths.projects),
    ...(isFreelancer ? ofFreelancers : []),
    screen('account', t('shell.account'), IconUserCircle, paths.account),
  ];
  return { group: t('search.screens'), actions };
}

type Creation = { newProject: () => void; newCustomer: () => void };

/** Entries that do something at once; `creation` holds what freelancers may create, null for clients. */
export function useCommandGroup(creation: Creation | null): SpotlightActionGroupData {
  const { t } = useTranslation();
  return {
    group: t('search.commands'),
    actions: [...useCreationActions(creation), useThemeAction(), useLanguageAction()],
  };
}

function useCreationActions(creation: Creation | null): SpotlightActionData[] {
  const { t } = useTranslation();
  if (!creation) return [];
  return [
    {
      id: 'new-project',
      label: t('projects.new'),
      leftSection: paletteIcon(IconPlus),
      onClick: creation.newProject,
    },
    {
      id: 'new-customer',
      label: t('customers.new'),
      leftSection: paletteIcon(IconUserPlus),
      onClick: creation.newCustomer,
    },
  ];
}

function useThemeAction(): SpotlightActionData {
  const { t } = useTranslation();
  const { toggleTheme } = useThemeSwitch();
  return {
    id: 'theme',
    label: t('shell.switchTheme'),
    leftSection: paletteIcon(IconMoon),
    onClick: toggleTheme,
  };
}

function useLanguageAction(): SpotlightActionData {
  const { language, switchTo } = useLanguage();
  return {
    id: 'language',
    // In the target language, so that a person who needs it finds it.
    label: language === 'tr' ? 'English' : 'Türkçe',
    keywords: ['language', 'dil', 'english', 'türkçe', 'turkish'],
    leftSection: paletteIcon(IconLanguage),
    onClick: () => switchTo(language === 'tr' ? 'en' : 'tr'),
  };
}

/** Entries of projects. `matching` is the search term that the server found them by, undefined to filter here. */
export function projectActions(
  projects: readonly Project[],
  { isFreelancer, matching, go }: { isFreelancer: boolean; matching: string | undefined; go: Go },
): SpotlightActionData[] {
  return projects.map((project) => ({
    id: `project-${project.id}`,
    label: project.name,
    description: (isFreelancer ? project.customer : project.freelancer) ?? '',
    keywords: matching === undefined ? [] : [matching],
    leftSection: paletteIcon(IconFolder),
    onClick: go(paths.project(project.id)),
  }));
}

/** Entries of files that the server found by their captions, `matching` the search term. */
export function fileActions(
  files: readonly ListedFile[],
  { matching = '', go }: { matching: string | undefined; go: Go },
): SpotlightActionData[] {
  return files.map((file) => ({
    id: `file-${file.id}`,
    label: file.caption,
    description: file.name,
    keywords: [matching],
    leftSection: paletteIcon(IconPhoto),
    onClick: go(`${paths.project(file.project ?? 0)}${viewerAddress(file, false)}`),
  }));
}

/** Entries of links that the server found by their titles and hosts; each leads to its card, not to its host. */
export function linkActions(
  links: readonly ListedLink[],
  { matching = '', go }: { matching: string | undefined; go: Go },
): SpotlightActionData[] {
  return links.map((link) => ({
    id: `link-${link.id}`,
    label: link.title,
    description: link.host,
    keywords: [matching],
    leftSection: paletteIcon(IconLink),
    onClick: go(`${paths.project(link.project ?? 0)}${linkCardAddress(link)}`),
  }));
}

type Go = ReturnType<typeof usePaletteLink>;

export function customerActions(customers: readonly Customer[], go: Go): SpotlightActionData[] {
  return customers.map(({ id, username, display_name }) => ({
    id: `customer-${id}`,
    label: display_name ?? username,
    leftSection: paletteIcon(IconUser),
    onClick: go(`${paths.customers}?search=${encodeURIComponent(username)}`),
  }));
}

export function boardActions(boards: readonly BoardHead[], go: Go): SpotlightActionData[] {
  return boards.map(({ id, name }) => ({
    id: `board-${id}`,
    label: name,
    leftSection: paletteIcon(IconLayoutBoard),
    onClick: go(paths.board(id)),
  }));
}
