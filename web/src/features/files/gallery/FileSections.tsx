import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { MOST_RENDERED_FILES } from '@vitrin/shared/rules/rendered-pages.ts';
import { type ComponentProps, type ComponentType, memo, useMemo } from 'react';
import { useGrowingCount } from '../../../components/lists/use-growing-count.ts';
import classes from './FileSections.module.css';
import { MOST_SHOWN } from '../grid/use-folded-files.ts';
import { LinkRows } from '../links/LinkRows.tsx';
import { FileRows } from './FileRows.tsx';
import { PictureGallery } from './PictureGallery.tsx';
import { UnfoldButton } from './UnfoldButton.tsx';
import { shownFiles } from './shown-files.ts';
import { useGalleryParts } from './use-gallery-parts.ts';

type Of = Pick<Version, 'id' | 'sections' | 'file_count'>;
type Links = ComponentProps<typeof LinkRows>;
type Section = Version['sections'][number];

type GroupProps = {
  files: readonly ProjectFile[];
  opened: ProjectFile | null;
  isGrowing: boolean;
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
  SectionMenu?: ComponentType<{ version: Of; section: Section; index: number }>;
};

/** Files of a version by foldable section, those without one first; many cards render a few at a time. */
export function FileSections({ version, files, lead, links = [], LinkMenu, SectionMenu, ...group }: Props) {
  const { sections, file_count } = version;
  const { loose, parts, atFirst } = useMemo(() => partsOf(files, sections, lead), [files, sections, lead]);
  const isMany = files.length > MOST_RENDERED_FILES;
  const count = useGrowingCount(atFirst, { first: MOST_SHOWN, isOn: isMany });
  const linksOf = (id: number | null) => links.filter((link) => link.section === id);
  return (
    <>
      <FileGroup files={loose} {...group} />
      <LinkRows links={linksOf(null)} Menu={LinkMenu} />
      {parts.map(({ section, index, all, own, before, end }) => {
        const ownLinks = linksOf(section.id);
        if (own.length + ownLinks.length === 0 && !SectionMenu) return null;
        return (
          <section key={section.id} className={classes.section} aria-label={section.name}>
            {SectionMenu && <SectionMenu version={version} section={section} index={index} />}
            {/* Opens and folds before there are scripts. */}
            <details open>
              <summary className={classes.heading}>
                <h3 dir="auto">{section.name}</h3>
                {/* A rendered page may have had only the first of the files. */}
                {files.length >= file_count && (
                  <span className={classes.count}>{all.length + ownLinks.length}</span>
                )}
              </summary>
              <FileGroup
                files={own}
                filled={isMany && count < end ? Math.max(0, count - before) : undefined}
                {...group}
              />
              <LinkRows links={ownLinks} Menu={LinkMenu} />
            </details>
          </section>
        );
      })}
    </>
  );
}

/** Files of each section with and without the lead; how many cards are shown before them, with them and altogether, before any unfolds. */
function partsOf(files: readonly ProjectFile[], sections: readonly Section[], lead: ProjectFile | undefined) {
  const filesOf = (id: number | null) => files.filter(({ section }) => section === id);
  const withoutLead = (some: readonly ProjectFile[]) => some.filter(({ id }) => id !== lead?.id);
  const loose = withoutLead(filesOf(null));
  let before = Math.min(loose.length, MOST_SHOWN);
  const parts = sections.map((section, index) => {
    const all = filesOf(section.id);
    const end = before + Math.min(all.length, MOST_SHOWN);
    const part = { section, index, all, own: withoutLead(all), before, end };
    before = end;
    return part;
  });
  return { loose, parts, atFirst: before };
}

const FileGroup = memo(function FileGroup({
  files,
  opened,
  isGrowing,
  now,
  filled,
  ...cards
}: GroupProps & { filled?: number | undefined }) {
  const shown = useMemo(() => shownFiles(files, undefined, now), [files, now]);
  const { pictured, rows } = useGalleryParts(shown, { opened, isGrowing });
  return (
    <>
      {pictured.shown.length > 0 && <PictureGallery pictures={pictured.shown} filled={filled} {...cards} />}
      <UnfoldButton folded={pictured} />
      <FileRows files={rows.shown} {...cards} />
      <UnfoldButton folded={rows} />
    </>
  );
});
