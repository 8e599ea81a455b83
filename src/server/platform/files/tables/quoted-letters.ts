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

/** Whether a line is quoted by its sign; of lines that people type so is '>900 - 12 шт'. */
export function isQuotedLine(line: string, { isTyped = false } = {}): boolean {
  return isTyped ? /^\s*"?\s*>/.test(line) : quoting.test(line)
}

/** A quoted line without the signs of its quotation. */
export function withoutQuoting(line: string): string {
  return line.replace(/^\s*(?:>\s*)+/, '')
}

/** Words by which a letter orders what it quotes, and words by which it may not. */
const ordering =
  /(?:^|[^а-яё])(?:прош(?:у|им)|соглас(?:овано?|ен|на|ны)|(?:подтвержд|утвержд|заказыв)а(?:ю|ем)|закажите|отгру(?:зите|жайте)|(?:при)?везите|поставьте|выстав(?:ьте|ите|ляйте)|жд(?:у|[её]м)|нужн[оы]|беру|бер[её]м|возьм[её]м|оформ(?:ите|ляйте)|повтор(?:ите|ить|яем)|в заказ|ок|да)(?![а-яё])/i
const refusing =
  /\?|(?:^|[^а-яё])(?:нет?|пока|подумаем|подумаю|позже|отмен[а-яё]*|отказ[а-яё]*|получил[аи]?|приш(?:[её]л|л[аио])|привезли|отгрузили)(?![а-яё])/i

/**
 * Which rows a letter quotes, by their signs or below an earlier letter's header, and whether its own words order what
 * it quotes: words of assent do, and so does a letter without any words of its own.
 */
export function quotationIn(sheet: Sheet): {
  isQuoted: (place: number) => boolean
  /** `headings`: rows that are no words of the letter. */
  isOrdered: (isHeading: (place: number) => boolean) => boolean
} {
  const letter = startOfQuotedLetter(sheet)
  const isQuoted = (place: number) => place >= letter.place || sheet.isQuoted?.(place) === true
  return {
    isQuoted,
    isOrdered: (isHeading) => {
      if (letter.isForm) return true
      const own = Array.from({ length: sheet.rowCount }, (_, index) => index)
        .filter((place) => !isQuoted(place) && !isHeading(place))
        .map((place) => sheet.row(place).map(shownText).filter(Boolean).join(' '))
        .filter(Boolean)
      return own.length === 0 || (own.some((text) => ordering.test(text)) && !own.some((text) => refusing.test(text)))
    },
  }
}

/**
 * The first row of an earlier letter that is quoted whole; none: the number of rows. `isForm`: fields such as 'От' and
 * 'Кому' stand above orders of a firm's own form, too.
 */
function startOfQuotedLetter(sheet: Sheet): { place: number; isForm: boolean } {
  let fromAt = -Infinity
  for (let index = 0; index < sheet.rowCount; index += 1) {
    const filled = sheet.row(index).map(shownText).filter(Boolean)
    const text = filled.join(' ')
    if (filled.length === 0 || filled.length > 4) continue
    if (separator.test(text) || introduction.test(text) || sent.test(text)) return { place: index, isForm: false }
    if (from.test(text)) fromAt = index
    else if (mailField.test(text) && index - fromAt <= maxRowsBetween) return { place: fromAt, isForm: true }
  }
  return { place: sheet.rowCount, isForm: false }
}
