import { shownText, type Sheet } from './sheet.ts'

/** '> 900 - 12 шт'; '>100' is a stock. */
const quoting = /^\s*"?\s*>\s*(?:>\s*)*(?:(?<=\s)\S|[^\s\d])/
const separator =
  /^[-–—_*\s]*(?:исходное сообщение|пересланное сообщение|пересылаемое сообщение|начало пересылаемого|original message|forwarded message)/i
/** '22.11.2026 10:15, Иван Петров пишет:' */
const introduction = /(?:^|\s)(?:пишет|написала?|написал\(а\)|wrote|writes)\s*:\s*$/i
const sent = /^(?:отправлено|sent)\s*:/i
const from = /^(?:от|from)\s*:/i
const mailField = /^(?:кому|to|тема|subject|дата|date|копия|cc)\s*:/i
/** Fields of a letter stand so close. */
const maxRowsBetween = 4

/** Whether a line is a field of a letter's header: 'Отправлено: 22.11.2026 10:15'. */
export function isMailField(line: string): boolean {
  return sent.test(line) || from.test(line) || mailField.test(line)
}

/** Whether a line is quoted by its sign. */
export function isQuotedLine(line: string): boolean {
  return quoting.test(line)
}

/** A quoted line without the signs of its quotation. */
export function withoutQuoting(line: string): string {
  return line.replace(/^\s*(?:>\s*)+/, '')
}

/** The first row of an earlier letter that is quoted whole; none: the number of rows. */
export function startOfQuotedLetter(sheet: Sheet): number {
  let fromAt = -Infinity
  for (let place = 0; place < sheet.rowCount; place += 1) {
    const filled = sheet.row(place).map(shownText).filter(Boolean)
    const text = filled.join(' ')
    if (filled.length === 0 || filled.length > 4) continue
    if (separator.test(text) || introduction.test(text) || sent.test(text)) return place
    if (from.test(text)) fromAt = place
    else if (mailField.test(text) && place - fromAt <= maxRowsBetween) return fromAt
  }
  return sheet.rowCount
}
