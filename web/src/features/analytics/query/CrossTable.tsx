import type { AnalyticsAnswer } from '@vitrin/shared/contract/figures/analytics-query.ts';
import type { CSSProperties } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import classes from './CrossTable.module.css';
import { cellsOf, keysIn } from './pivot.ts';
import { useAnswerWords } from './use-answer-words.ts';

const MOST_ROWS = 24;
const MOST_COLUMNS = 12;

type Props = { answer: AnalyticsAnswer };

/** Figures by two dimensions: the more a cell has of the largest, the darker it is. */
export function CrossTable({ answer }: Props) {
  const { t } = useTranslation();
  const words = useAnswerWords();
  // The dimension with more keys goes down, since a page is longer than it is wide.
  const all = [keysIn(answer, 0), keysIn(answer, 1)] as const;
  const isTurned = all[1].length > all[0].length;
  const [down, across] = isTurned ? [1, 0] : [0, 1];
  const [rows, columns] = [all[down] ?? [], all[across] ?? []];
  const cellAt = cellsOf(answer);
  const valueAt = (row: string, column: string) => (isTurned ? cellAt(column, row) : cellAt(row, column));
  const most = Math.max(1, ...answer.rows.map(({ value }) => value ?? 0));
  const [rowName, columnName] = [answer.by[down] ?? 'project', answer.by[across] ?? 'project'];
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>{t(`figures.dimension.${rowName}`)}</th>
            {columns.slice(0, MOST_COLUMNS).map((column) => (
              <th key={column.key} dir="auto">
                {words.keyOf(columnName, column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST_ROWS).map((row) => (
            <tr key={row.key}>
              <th dir="auto">{words.keyOf(rowName, row)}</th>
              {columns.slice(0, MOST_COLUMNS).map((column) => {
                const value = valueAt(row.key, column.key);
                const share = { '--share': `${Math.round((100 * (value ?? 0)) / most)}%` } as CSSProperties;
                return (
                  <td key={column.key} style={share}>
                    {value === null || value === 0 ? '·' : words.valueOf(answer.unit, value)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {(rows.length > MOST_ROWS || columns.length > MOST_COLUMNS) && (
        <p className={classes.note}>{t('figures.moreInTable')}</p>
      )}
    </div>
  );
}
