import { Select, Switch, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Dimension } from '@vitrin/shared/contract/figures/analytics-query.ts';
import { DIMENSIONS_OF } from '@vitrin/shared/rules/analytics-dimensions.ts';
import { useQueryChange } from '../../../components/lists/use-query-change.ts';
import type { Ask } from '../../../features/analytics/query/ask.ts';
import { allCustomersQuery } from '../../../features/customers/api.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { MEASURES } from './choice.ts';
import classes from './Explorer.module.css';
import { ProjectSelect } from './ProjectSelect.tsx';
import { VersionSelect } from './VersionSelect.tsx';

/** Controls of a question: its figure, one or two dimensions, comparison, project, version and client. */
export function ExplorerControls({ ask }: { ask: Ask }) {
  const { t } = useTranslation();
  const changeQuery = useQueryChange();
  const { data: customers = [] } = useQuery(allCustomersQuery);
  const offered = DIMENSIONS_OF[ask.measure];
  const [first, second] = ask.by;

  const choose = (name: string, value: string | null) =>
    changeQuery(
      (query) => {
        if (value === null) query.delete(name);
        else query.set(name, value);
      },
      { replace: true, preventScrollReset: true },
    );
  const chooseProject = (id: string | null) => {
    choose('project', id);
    choose('version', null);
  };
  const chooseBy = (names: readonly (string | null | undefined)[]) =>
    choose('by', [...new Set(names.filter(Boolean))].join(','));
  const dimensions = (but?: Dimension) => [
    { value: '', label: t('figures.whole') },
    ...offered
      .filter((name) => name !== but)
      .map((name) => ({ value: name, label: t(`figures.dimension.${name}`) })),
  ];
  // The parts of a time say the same twice; a day and its hour do not.
  const seconds = dimensions(first).filter(
    ({ value }) => !first || value === '' || !isSameTime(first, value),
  );

  return (
    <search className={classes.frame} aria-labelledby="question">
      <Title order={2} id="question" size="h3">
        {t('figures.question')}
      </Title>
      <div className={classes.controls}>
        <Select
          label={t('figures.figure')}
          data={MEASURES.map((value) => ({ value, label: t(`figures.measure.${value}`) }))}
          allowDeselect={false}
          value={ask.measure}
          onChange={(value) => choose('measure', value)}
        />
        <Select
          label={t('figures.splitBy')}
          data={dimensions()}
          allowDeselect={false}
          value={first ?? ''}
          onChange={(value) => chooseBy([value, value === second ? null : second])}
        />
        {first && (
          <Select
            label={t('figures.andBy')}
            data={seconds}
            allowDeselect={false}
            value={second ?? ''}
            onChange={(value) => chooseBy([first, value])}
          />
        )}
        <ProjectSelect chosen={ask.project} onChange={chooseProject} />
        {ask.project !== undefined && offered.includes('version') && (
          <VersionSelect
            project={ask.project}
            chosen={ask.version}
            onChange={(id) => choose('version', id)}
          />
        )}
        <Select
          label={t('figures.dimension.customer')}
          data={[
            { value: '', label: t('figures.allClients') },
            ...customers.map(({ id, username, display_name }) => ({
              value: String(id),
              label: display_name ?? username,
            })),
          ]}
          searchable
          allowDeselect={false}
          value={ask.customer === undefined ? '' : String(ask.customer)}
          onChange={(value) => choose('customer', value === '' ? null : value)}
        />
        <div className={classes.compare}>
          <Switch
            label={t('figures.compare')}
            checked={ask.compare === true}
            onChange={({ currentTarget }) => choose('compare', currentTarget.checked ? 'previous' : null)}
          />
        </div>
      </div>
    </search>
  );
}

const PARTS: ReadonlySet<string> = new Set<Dimension>(['day', 'week', 'month']);

function isSameTime(first: Dimension, second: string): boolean {
  return PARTS.has(first) && PARTS.has(second);
}
