import type { UploadReview } from '#shared/api/uploads.ts'
import { counted } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import table from '#web/ui/table.module.css'
import { columnLetter } from './row-words.ts'
import styles from './upload.module.css'

/** A table was read, but no row of it is an order: which column is missing, and what stands in the columns. */
export function NoRows({ answer }: { answer: UploadReview }) {
  const { columns, choices, skipped, noOrder, quantities } = answer
  if (quantities.length > 1 && columns.qnt === null) return null
  const named = columns.articul ?? columns.code ?? columns.barcode ?? columns.name
  const missing = columns.qnt === null ? 'Укажите выше столбец с количеством' : named === null ? 'Укажите выше столбец с артикулом, кодом, штрихкодом или названием' : undefined
  const depth = Math.max(0, ...choices.map(({ samples }) => samples.length))
  return (
    <>
      <EmptyState title={noOrder ? 'В файле нет заказанных количеств' : (missing ?? 'Нет строк с количеством')}>
        {missing === undefined ? `В таблице ${counted(skipped, ['строка', 'строки', 'строк'])} без количества: заполните его и загрузите файл снова или укажите выше другой столбец` : noOrder ? 'Похоже на прайс-лист. Впишите количества в отдельный столбец и загрузите файл снова или укажите выше, в каком столбце они стоят. Вот что есть в таблице:' : 'Сами мы его не узнали. Вот что есть в таблице:'}
      </EmptyState>
      {choices.length > 0 && depth > 0 && (
        // The table may be wider than the page: it is scrolled by keyboard, too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={styles.preview} tabIndex={0} role="region" aria-label="Начало таблицы">
          <table className={table.table}>
            <thead>
              <tr>
                {choices.map(({ index, heading }) => (
                  <th key={index} scope="col" title={heading}>
                    {columnLetter(index)} {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {Array.from({ length: depth }, (_, row) => (
                <tr key={row}>
                  {choices.map(({ index, samples }) => (
                    <td key={index} title={samples[row]}>{samples[row]}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
