import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { type ComponentProps, type ComponentType, useMemo } from 'react';
import classes from './FileSections.module.css';
import { LinkRows } from '../links/LinkRows.tsx';
import { FileRows } from './FileRows.tsx';
import { PictureGallery } from './PictureGallery.tsx';
import { UnfoldButton } from './UnfoldButton.tsx';
import { shownFiles } from './shown-files.ts';
import { useGalleryParts } from './use-gallery-parts.ts';

type Of = Pick<Version, 'id' | 'sections'>;
type Links = ComponentProps<typeof LinkRows>;
type Section = Version['sections'][number];

type GroupProps = {
  files: readonly ProjectFile[];
  /** The file in the viewer. */
  opened: ProjectFile | null;
  isGrowing: boolean;
  /** The present in milliseconds. */
  now: number;
} & Pick<ComponentProps<typeof FileRows>, 'onOpen' | 'isNew' | 'Menu'>;

type Props = GroupProps & {
  version: Of;
  /** Shown above; counts in its section and is not repeated. */
  lead: ProjectFile | undefined;
  /** Stand behind the files of their section. */
  links?: Links['links'];
  LinkMenu?: Links['Menu'];
  /** Menu of a section for its freelancer, beside the heading. */
  SectionMenu?: ComponentType<{ version: Of; section: Section; place: number }>;
};

/** The files of a version by their sections, those in none first. Each section folds by its heading. */
export function FileSections({ version, files, lead, links = [], LinkMenu, SectionMenu, ...group }: Props) {
  const filesOf = (id: number | null) => files.filter((file) => file.section === id);
  const linksOf = (id: number | null) => links.filter((link) => link.section === id);
  const withoutLead = (some: readonly ProjectFile[]) => some.filter(({ id }) => id !== lead?.id);
  return (
    <>
      <FileGroup files={withoutLead(filesOf(null))} {...group} />
      <LinkRows links={linksOf(null)} Menu={LinkMenu} />
      {version.sections.map((section, place) => {
        const all = filesOf(section.id);
        const own = withoutLead(all);
        const ownLinks = linksOf(section.id);
        if (own.length + ownLinks.length === 0 && !SectionMenu) return null;
        return (
          <section key={section.id} className={classes.section} aria-label={section.name}>
            {SectionMenu && <SectionMenu version={version} section={section} place={place} />}
            {/* Opens and folds before there are scripts. */}
            <details open>
              <summary className={classes.heading}>
                <h3 dir="auto">{section.name}</h3>
                <span className={classes.count}>{all.length + ownLinks.length}</span>
              </summary>
              <FileGroup files={own} {...group} />
              <LinkRows links={ownLinks} Menu={LinkMenu} />
            </details>
          </section>
        );
      })}
    </>
  );
}

function FileGroup({ files, opened, isGrowing, now, ...cards }: GroupProps) {
  const shown = useMemo(() => shownFiles(files, undefined, now), [files, now]);
  const { pictured, rows } = useGalleryParts(shown, { opened, isGrowing });
  return (
    <>
      {pictured.shown.length > 0 && <PictureGallery pictures={pictured.shown} {...cards} />}
      <UnfoldButton folded={pictured} />
      <FileRows files={rows.shown} {...cards} />
      <UnfoldButton folded={rows} />
    </>
  );
}
