import { IconGripVertical } from '@tabler/icons-react';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { useState } from 'react';
import { useActionError } from '../../../components/feedback/use-action-error.ts';
import { useReorder } from '../../../components/lists/use-reorder.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useUpdateSection } from './api.ts';
import classes from './MovableSections.module.css';

type Sections = Version['sections'];

/** The sections of a version with a handle each, while the page is being arranged; nothing for one section or none. */
export function MovableSections({ sections: given }: { sections: Sections }) {
  const { t } = useTranslation();
  // The requested order, until the server sends another one.
  const [asked, setAsked] = useState<{ given: Sections; sections: Sections }>();
  const sections = asked?.given === given ? asked.sections : given;
  const { mutate: update } = useUpdateSection();
  const showError = useActionError();
  const onError = (error: unknown) => {
    setAsked(undefined);
    showError(error);
  };
  const move = (from: number, to: number) => {
    const section = sections[from];
    if (!section) return;
    setAsked({ given, sections: sections.toSpliced(from, 1).toSpliced(to, 0, section) });
    update({ id: section.id, order: to + 1 }, { onError });
  };
  const { listProps, dragOf, movedTo } = useReorder<HTMLOListElement>(sections, move, 1);
  if (sections.length < 2) return null;
  return (
    <>
      <ol className={classes.list} aria-label={t('sections.order')} {...listProps}>
        {sections.map(({ id, name }, place) => {
          const drag = dragOf(place);
          return (
            <li
              key={id}
              className={classes.section}
              data-place={place}
              data-dragged={typeof drag === 'object' || undefined}
              data-drop={typeof drag === 'string' ? drag : undefined}
              style={typeof drag === 'object' ? { translate: `0 ${drag.y}px` } : undefined}
            >
              <button
                type="button"
                data-handle
                className={classes.handle}
                aria-label={t('sections.drag', { name })}
                title={t('work.dragHint')}
              >
                <IconGripVertical size={18} aria-hidden />
              </button>
              <span dir="auto">{name}</span>
            </li>
          );
        })}
      </ol>
      <div aria-live="polite" className={classes.announcement}>
        {movedTo !== null && t('sections.moved', { place: movedTo + 1, count: sections.length })}
      </div>
    </>
  );
}
