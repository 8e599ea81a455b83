import type { SheetTally, UploadReview } from '#shared/api/uploads.ts'
import { plural } from '#shared/rules/plural.ts'
import { withCount, quantity } from '#web/ui/format.ts'
import styles from './upload.module.css'

const countLabels = [
  { key: 'answered', label: 'в проверке' },
  { key: 'withoutQuantity', label: 'без количества' },
  { key: 'headings', label: 'заголовки и шапка' },
  { key: 'totals', label: 'итоги' },
  { key: 'hidden', label: 'скрыты' },
  { key: 'truncated', label: 'не поместились' },
  { key: 'other', label: 'прочее' },
  { key: 'blank', label: 'пустые' },
] as const satisfies readonly { key: keyof SheetTally; label: string }[]

const reasons = {
  headings: 'шапка',
  totals: 'итог',
  hidden: 'скрыта',
  truncated: 'не поместилась',
  withoutQuantity: 'без количества',
  other: 'не похожа на товар',
} as const satisfies Record<UploadReview['leftOut'][number]['why'], string>

/** Where every row of the file is accounted for; unread rows can be listed. */
export function RowCounts({ answer: { file, tally, sheet, sheets, leftOut, rows } }: { answer: UploadReview }) {
  const counts = tally.find((each) => each.sheet === sheet)
  if (!counts) return null
  const nameOf = (index: number) => sheets.find((each) => each.index === index)?.name ?? ''
  const others = tally.filter((each) => each.sheet !== sheet)
  const answered = new Set(rows.flatMap((row) => row.rows))
  const isOpen = leftOut.some(({ row, why }) => why === 'withoutQuantity' || answered.has(row))
  return (
    <details className={styles.tally} open={isOpen}>
      <summary>
        {countsText(counts, locationText(nameOf(sheet), file))}
        {counts.columnsBeyond > 0 &&
          `. Ещё ${withCount(counts.columnsBeyond, ['столбец', 'столбца', 'столбцов'])} ` +
            `правее не ${plural(counts.columnsBeyond, ['прочитан', 'прочитаны', 'прочитано'])}`}
      </summary>
      {leftOut.length > 0 && (
        <ul aria-label="Строки файла, которые не вошли в проверку">
          {leftOut.map(({ row, text, why }) => (
            <li key={row}>
              <span className="dim">
                строка {row}, {answered.has(row) ? 'рядом с таблицей не прочитано' : reasons[why]}:
              </span>{' '}
              {text}
            </li>
          ))}
        </ul>
      )}
      {others.map((each) => (
        <p key={each.sheet}>
          Лист «{nameOf(each.sheet)}» не прочитан: {countsText(each, 'на листе')}
        </p>
      ))}
    </details>
  )
}

/** Pasted text and text files have no sheets. */
function locationText(sheetName: string, file: string): string {
  return sheetName !== '' ? 'на листе' : file === '' ? 'в тексте' : 'в файле'
}

function countsText(tally: SheetTally, suffix: string): string {
  const texts = countLabels.flatMap(({ key, label }) => (tally[key] > 0 ? [`${label} ${quantity(tally[key])}`] : []))
  return `${withCount(tally.rows, ['строка', 'строки', 'строк'])} ${suffix}: ${texts.join(', ')}`
}
