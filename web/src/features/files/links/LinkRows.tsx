import { IconExternalLink, IconLink } from '@tabler/icons-react';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { loadWithTexts } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import row from '../gallery/FileRow.module.css';
import gallery from '../gallery/VersionGallery.module.css';
import { linkCardId } from './link-card.ts';
import classes from './LinkRows.module.css';
import { reportOpened } from './report-opened.ts';

// Few links have a player.
const LinkEmbed = lazy(async () => ({
  default: (await loadWithTexts(['projects'], () => import('./LinkEmbed.tsx'))).LinkEmbed,
}));

type Link = Version['links'][number];

/** Names of the services, which are the same in every language. */
const SERVICES: Record<Exclude<Link['kind'], 'other'>, string> = {
  figma: 'Figma',
  youtube: 'YouTube',
  vimeo: 'Vimeo',
  loom: 'Loom',
  github: 'GitHub',
  google_docs: 'Google Docs',
};

/** Button of a mouse that opens a link too. */
const MIDDLE = 1;

type Props = {
  /** Missing in answers of earlier releases. */
  links: readonly Link[] | undefined;
  Menu?: ComponentType<{ link: Link }> | undefined;
};

/** Links of a version, one below the other. Each names its host, which learns nothing before a click. */
export function LinkRows({ links, Menu }: Props) {
  const { t } = useTranslation();
  useNamedLink(links);
  if (!links?.length) return null;
  return (
    <ul className={gallery.rows} aria-label={t('links.list')}>
      {links.map((link) => (
        <li key={link.id} className={classes.item} data-embed={link.embed ? true : undefined}>
          <div className={`${row.row} ${classes.row}`}>
            <a
              id={linkCardId(link.id)}
              className={row.open}
              href={link.address}
              target="_blank"
              rel="noopener noreferrer"
              referrerPolicy="no-referrer"
              aria-label={t('links.opensAt', { title: link.title, host: link.host })}
              onClick={() => reportOpened(link.id)}
              onAuxClick={({ button }) => button === MIDDLE && reportOpened(link.id)}
            >
              <IconLink size={22} stroke={1.5} aria-hidden />
            </a>
            <span className={row.texts}>
              <span className={row.name}>
                <bdi className={classes.title}>{link.title}</bdi>
              </span>
              <span className={row.size}>
                {link.kind !== 'other' && `${SERVICES[link.kind]} · `}
                <bdi>{link.host}</bdi>
              </span>
            </span>
            {Menu ? (
              <Menu link={link} />
            ) : (
              <span className={row.download}>
                <IconExternalLink size={18} stroke={1.75} aria-hidden />
              </span>
            )}
          </div>
          {link.embed && (
            <div className={classes.embed}>
              <Suspense fallback={null}>
                <LinkEmbed link={link} />
              </Suspense>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Brings the card of the link that the address names into sight, with the focus, in a section that is folded too. */
function useNamedLink(links: readonly Link[] = []): void {
  const { hash } = useLocation();
  const isHere = links.some(({ id }) => hash === `#${linkCardId(id)}`);
  useEffect(() => {
    const card = isHere ? document.getElementById(hash.slice(1)) : null;
    const section = card?.closest('details');
    if (section) section.open = true;
    card?.scrollIntoView({ block: 'center' });
    card?.focus({ preventScroll: true });
  }, [isHere, hash]);
}
