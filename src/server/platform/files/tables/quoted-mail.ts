import { shownText, type Sheet } from './sheet.ts'

/** '> 900 - 12 шт'; '>100' means a stock of more than 100. */
const quotePrefix = /^\s*"?\s*>\s*(?:>\s*)*(?:(?<=\s)\S|[^\s\d])/
const forwardSeparator = new RegExp(
  String.raw`^[-–—_*\s]*(?:исходное сообщение|пересланное сообщение|пересылаемое сообщение|` +
    'начало пересылаемого|original message|forwarded message)',
  'i',
)
/** '22.11.2026 10:15, Иван Петров пишет:' */
const replyIntroduction = /(?:^|\s)(?:пишет|написала?|написал\(а\)|wrote|writes)\s*:\s*$/i
const sentField = /^(?:отправлено|sent)\s*:/i
const fromField = /^(?:от|from)\s*:/i
const mailField = /^(?:кому|to|тема|subject|дата|date|копия|cc)\s*:/i
/** Maximum rows between the fields of a mail header. */
const maxRowsBetweenFields = 4

/** Whether a line is a field of a mail header: 'Отправлено: 22.11.2026 10:15'. */
export function isMailField(line: string): boolean {
  return sentField.test(line) || fromField.test(line) || mailField.test(line)
}

/** Whether a line begins with the quote sign; in typed text '>900 - 12 шт' is quoted, too. */
export function isQuotedLine(line: string, { isTyped = false } = {}): boolean {
  return isTyped ? /^\s*"?\s*>/.test(line) : quotePrefix.test(line)
}

/** Removes the quote signs. */
export function stripQuotePrefix(line: string): string {
  return line.replace(/^\s*(?:>\s*)+/, '')
}

/** Words that confirm the quoted order, and words that may cancel it. */
const approvalWords = new RegExp(
  '(?:^|[^а-яё])(?:прош(?:у|им)|соглас(?:овано?|ен|на|ны)|(?:подтвержд|утвержд|заказыв)а(?:ю|ем)|' +
    'закажите|отгру(?:зите|жайте)|(?:при)?везите|поставьте|выстав(?:ьте|ите|ляйте)|жд(?:у|[её]м)|' +
    'нужн[оы]|беру|бер[её]м|возьм[её]м|оформ(?:ите|ляйте)|повтор(?:ите|ить|яем)|' +
    'в заказ|ок|да)(?![а-яё])',
  'i',
)
const refusalWords = new RegExp(
  String.raw`\?|(?:^|[^а-яё])(?:нет?|пока|подумаем|подумаю|позже|отмен[а-яё]*|отказ[а-яё]*|получил[аи]?|` +
    'приш(?:[её]л|л[аио])|привезли|отгрузили)(?![а-яё])',
  'i',
)

/**
 * Finds rows quoted from an earlier e-mail, by quote signs or below a mail header. They are confirmed if the e-mail has
 * words of approval, or no text of its own.
 */
export function findQuotedRows(sheet: Sheet): {
  isQuoted: (row: number) => boolean
  /** `isHeading`: rows that are not text of the e-mail. */
  isConfirmed: (isHeading: (row: number) => boolean) => boolean
} {
  const quotedMail = findQuotedMail(sheet)
  const isQuoted = (row: number) => row >= quotedMail.row || sheet.isQuoted?.(row) === true
  return {
    isQuoted,
    isConfirmed: (isHeading) => {
      if (quotedMail.isOrderForm) return true
      const texts = Array.from({ length: sheet.rowCount }, (_, index) => index)
        .filter((row) => !isQuoted(row) && !isHeading(row))
        .map((row) => sheet.row(row).map(shownText).filter(Boolean).join(' '))
        .filter(Boolean)
      return (
        texts.length === 0 ||
        (texts.some((text) => approvalWords.test(text)) && !texts.some((text) => refusalWords.test(text)))
      )
    },
  }
}

/**
 * The first row of a completely quoted e-mail; the number of rows if there is none. `isOrderForm`: fields such as 'От'
 * and 'Кому' may also belong to a company's order form.
 */
function findQuotedMail(sheet: Sheet): { row: number; isOrderForm: boolean } {
  let fromRow = -Infinity
  for (let index = 0; index < sheet.rowCount; index += 1) {
    const filled = sheet.row(index).map(shownText).filter(Boolean)
    const text = filled.join(' ')
    if (filled.length === 0 || filled.length > 4) continue
    if (forwardSeparator.test(text) || replyIntroduction.test(text) || sentField.test(text))
      return { row: index, isOrderForm: false }
    if (fromField.test(text)) fromRow = index
    else if (mailField.test(text) && index - fromRow <= maxRowsBetweenFields) return { row: fromRow, isOrderForm: true }
  }
  return { row: sheet.rowCount, isOrderForm: false }
}
