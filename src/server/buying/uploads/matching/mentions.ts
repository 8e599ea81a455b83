import { articleKey } from '#server/catalogue/facets/text/normalise.ts'

/** A code among other words. */
export type Mention = {
  code: string
  /** With a label: 'арт. DX-1234'. */
  isLabelled: boolean
  /** The rest of the text. */
  rest: string
}

const maxPieces = 40
/** 'GAS 25 L SFC-1200' */
const spans = [2, 3, 4] as const
const between = /[\s,;()[\]{}«»"“”|]+/
const label = /^(?:арт|артикул[а-я]*|art|article|код|code|sku|шк|штрих-?код|ean|p\/n|№)[.:№#]*$/i
const labelInside = /^(?:арт|артикул|art|код|sku)[.:№#]+(?=[\p{L}\p{N}])/iu
/** 'код 306' may be a foreign code. */
const anyCode = /^(?:код|code|№)/i
/** Words that do not identify a good. */
const meaningless =
  /^(?:и|на|для|в|с|по|шт|штук|штуки|нужно|надо|нужна|нужен|прошу|просим|заказ|заявка|товар|позиция|отгрузить|добавьте|ещё|еще|[^\p{L}\p{N}]+)[.:]?$/iu
const ordinal = /^\d{1,3}[.)]?$/
const measure = /^(?:мм|см|м|вт|квт|в|а|ач|л|мл|кг|г|м2|м3|бар|об|гц|°|градус\p{L}*)[.,]?$/iu
const minLength = 4
const minDigits = 8

/**
 * Possible codes among the words of a text ('Дрель Makita DDF485Z', 'арт. DDF485Z'), labelled ones first:
 * letters with digits, long numbers, and up to four pieces joined, for 'GSR 120-LI'.
 */
export function mentionsIn(text: string): Mention[] {
  const pieces = text.split(between).filter(Boolean).slice(0, maxPieces)
  const mentions = pieces.flatMap((piece, index): Mention[] => {
    const code = trimmed(piece.replace(labelInside, ''))
    const labelled = labelInside.test(piece) ? piece : (pieces[index - 1] ?? '')
    const isAnyCode = anyCode.test(labelled) && /^\d+$/.test(articleKey(code))
    const isLabelled = (labelInside.test(piece) || (index > 0 && label.test(labelled))) && !isAnyCode
    return [
      ...((isLabelled ? articleKey(code).length > 1 : looksLikeCode(articleKey(code)))
        ? [{ code, isLabelled, rest: restOf(pieces, index, 1) }]
        : []),
      ...spans.slice(0, Math.max(0, pieces.length - index - 1)).flatMap((span): Mention[] => {
        const joined = trimmed([code, ...pieces.slice(index + 1, index + span)].join(' '))
        // '30 мм' is a measure, not part of a code.
        const isMeasured = measure.test(pieces[index + span] ?? '') && /^\d+$/.test(pieces[index + span - 1] ?? '')
        return looksLikeCode(articleKey(joined)) && !isMeasured
          ? [{ code: joined, isLabelled, rest: restOf(pieces, index, span) }]
          : []
      }),
    ]
  })
  return mentions.toSorted((a, b) => Number(b.isLabelled) - Number(a.isLabelled))
}

function looksLikeCode(key: string): boolean {
  if (/^\d+$/.test(key)) return key.length >= minDigits
  return key.length >= minLength && /\d/.test(key)
}

function restOf(pieces: readonly string[], index: number, count: number): string {
  return pieces
    .filter((piece, at) => {
      // '13. УОНИ-2.0Р' starts with its line number.
      const isLineNumber = at === 0 && ordinal.test(piece)
      return (at < index || at >= index + count) && !label.test(piece) && !meaningless.test(piece) && !isLineNumber
    })
    .join(' ')
}

function trimmed(piece: string): string {
  return piece.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
}
