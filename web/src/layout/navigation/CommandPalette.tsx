import '@mantine/spotlight/styles.layer.css';
import { Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import type { User } from '@vitrin/shared/contract/users.ts';
import { useState } from 'react';
import { CustomerModal } from '../../features/customers/lazy-dialogs.ts';
import { useNewProject } from '../../features/projects/use-new-project.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paletteIcon, useCommandGroup, useScreenGroup } from './palette-actions.tsx';
import { paletteStore } from './palette-store.ts';
import { usePaletteSearch } from './use-palette-search.ts';

/** Ctrl or Cmd and K: opens a project, customer or screen, creates something, switches theme or language. */
export function CommandPalette({ user: { isFreelancer } }: { user: User }) {
  const { t } = useTranslation();
  const newProject = useNewProject();
  const [isInviting, setInviting] = useState(false);
  const [text, setText] = useState('');
  const { groups, isSearching } = usePaletteSearch(text, isFreelancer);
  const creation = { newProject: newProject.start, newCustomer: () => setInviting(true) };
  const commands = useCommandGroup(isFreelancer ? creation : null);
  const screens = useScreenGroup(isFreelancer);

  return (
    <>
      <Spotlight
        store={paletteStore}
        actions={[...groups, commands, screens].filter(({ actions }) => actions.length > 0)}
        query={text}
        onQueryChange={setText}
        shortcut={null}
        limit={40}
        scrollable
        maxHeight={420}
        highlightQuery
        overlayProps={{ blur: 0, backgroundOpacity: 0.45 }}
        nothingFound={t(isSearching ? 'search.searching' : 'search.nothingFound')}
        // The field always has the focus, and its frame would be cut by the dialog.
        styles={{ search: { outline: 'none' }, action: { minHeight: 44 } }}
        attributes={{ content: { 'aria-label': t('palette.open') } }}
        searchProps={{
          leftSection: paletteIcon(IconSearch),
          placeholder: t('search.placeholder'),
          'aria-label': t('search.placeholder'),
        }}
      />
      {newProject.dialogs}
      <CustomerModal opened={isInviting} onClose={() => setInviting(false)} />
    </>
  );
}
