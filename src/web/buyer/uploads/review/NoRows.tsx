import type { UploadReview } from '#shared/api/uploads.ts'
import { withCount } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import table from '#web/ui/tables/table.module.css'
import { columnLetter } from './row-texts.ts'
import styles from './upload.module.css'

/** A table without orders: shows the missing column and the contents of all columns. */
export function NoRows({ answer }: { answer: UploadReview }) {
  const { columns, choices, skipped, noOrder, quantities } = answer
  const nameColumn = columns.articul ?? columns.code ?? columns.barcode ?? columns.name
  const missing =
    columns.qnt === null
      ? 'Укажите выше столбец с количеством'
      : nameColumn === null
        ? 'Укажите выше столбец с артикулом, кодом, штрихкодом или названием'
        : undefined
  // The question above is about several quantity columns.
  const isQuestionOpen = quantities.length > 1 && columns.qnt === null
  return (
    <>
      {!isQuestionOpen && (
        <EmptyState title={noOrder ? 'В файле нет заказанных количеств' : (missing ?? 'Нет строк с количеством')}>
          {missing === undefined
            ? `В таблице ${withCount(skipped, ['строка', 'строки', 'строк'])} без количества: ` +
              'заполните его и загрузите файл снова или укажите выше другой столбец'
            : noOrder
              ? 'Похоже на прайс-лист. Впишите количества в отдельный столбец и загрузите файл снова или укажите ' +
                'выше, в каком столбце они стоят. Вот что есть в таблице:'
              : 'Сами мы его не узнали. Вот что есть в таблице:'}
        </EmptyState>
      )}
      {choices.length > 0 && (
        <div className={styles.frame}>
          <table className={table.table}>
            <caption className="unseen">Столбцы таблицы</caption>
            <colgroup>
              <col style={{ width: '40%' }} />
              <col />
            </colgroup>
            <thead>
              <tr>
                <th scope="col">Столбец</th>
                <th scope="col">Первые значения</th>
              </tr>
            </thead>
            <tbody>
              {choices.map(({ index, heading, samples }) => (
                <tr key={index}>
                  <td className={styles.fullWidth}>
                    <b className="bold">{columnLetter(index)}</b> {heading}
                  </td>
                  <td className={`muted ${styles.fullWidth}`}>{samples.join(' · ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
