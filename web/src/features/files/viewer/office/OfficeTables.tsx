import { useTranslation } from '../../../../i18n/use-translation.ts';
import type { Cell, Sheet } from './office-content.ts';
import sheet from '../sheets/Sheet.module.css';
import classes from './OfficeView.module.css';

/** The tables of a workbook, one below the other, with the values as they are stored. */
export function OfficeTables({ sheets }: { sheets: readonly Sheet[] }) {
  const { t } = useTranslation();
  return sheets.map(({ name, rows, isCut }, index) => (
    <section key={index}>
      <h3 dir="auto">{name}</h3>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {row.map((cell, column) => (
                  <td key={column} dir="auto" data-number={typeof cell === 'number' || undefined}>
                    {textOf(cell)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length === 0 && !isCut && <p className={sheet.note}>{t('viewer.emptyText')}</p>}
      {isCut && <p className={sheet.note}>{t('viewer.tableCut')}</p>}
    </section>
  ));
}

/** Numbers with all of their digits and no other marks, so that none is read as another amount. */
function textOf(cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return dateOf(cell);
  return typeof cell === 'number' ? String(Number(cell.toPrecision(15))) : String(cell);
}

/** Cells have dates of no zone, as fractions of days that miss their second by a little; a time alone is of day 0. */
function dateOf(cell: Date): string {
  const nearest = new Date(Math.round(cell.getTime() / 1000) * 1000).toISOString();
  return nearest
    .slice(0, 'YYYY-MM-DDTHH:mm:ss'.length)
    .replace('T', ' ')
    .replace(/(?: 00:00)?:00$/, '')
    .replace(/^1899-12-30 /, '');
}
