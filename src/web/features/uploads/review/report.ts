import { enters, sorted, type ReviewRow } from './review-rows.ts'
import { doneWords, stateWords } from './row-words.ts'

const headings = ['Строка', 'Состояние', 'Артикул в файле', 'Название в файле', 'Кол-во в файле', 'Артикул', 'Товар', 'Что сделано', 'Заказ', 'Цена, руб.', 'Сумма, руб.']

/** Every row with its state as CSV that Excel opens in Russian: UTF-8 with its mark, semicolons, decimal commas. */
export function reportOf(rows: readonly ReviewRow[]): string {
  const lines = sorted(rows).map((row) => {
    const { raw, goods, analogue } = row
    const enter = enters(row)
    const done = row.status === 'out' && analogue && !row.left ? `Аналог: ${analogue.articul || analogue.header}` : doneWords(row)
    return [row.rows.join(', '), stateWords(row).label, raw.code, raw.name, raw.qnt, goods?.articul ?? '', goods?.header ?? '', done, enter ? row.accepted : 0, goods?.price ?? '', enter ? (row.sum ?? '') : '']
  })
  return `\ufeff${[headings, ...lines].map((cells) => cells.map(cellOf).join(';')).join('\r\n')}\r\n`
}

/** 'Заявка ноябрь.xlsx' → 'Отчёт_Заявка ноябрь.csv' */
export function reportName(file: string): string {
  return `Отчёт_${file.replace(/\.[^.]+$/, '') || 'вставленная таблица'}.csv`
}

/** A text that a spreadsheet would take for a formula is marked as text. */
function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value).replace('.', ',')
  const text = /^\s*[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
