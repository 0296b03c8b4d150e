import { Drawer } from '@mantine/core';
import type { User } from '@vitrin/shared/contract/users.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Brand } from '../shells/Brand.tsx';
import classes from './NavigationDrawer.module.css';
import { SideNavigation } from './SideNavigation.tsx';

type Props = { user: User; onClose: () => void; onChoose: () => void };

/** The drawer of small and medium screens; an entry, a click outside and Escape close it. */
export function NavigationDrawer({ user, onClose, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened
      onClose={onClose}
      hiddenFrom="md"
      size={300}
      padding={0}
      title={<Brand face={user.face} />}
      transitionProps={{ duration: 120 }}
      closeButtonProps={{ 'aria-label': t('actions.close'), size: 44 }}
      classNames={{ header: classes.header, body: classes.body }}
    >
      <nav aria-label={t('shell.navigation')} className={classes.navigation}>
        <SideNavigation user={user} onChoose={onChoose} />
      </nav>
    </Drawer>
  );
}
