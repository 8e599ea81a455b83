import { articleKey } from '#server/catalogue/facets/text/normalise.ts'

/** A code that stands among other words. */
export type Mention = {
  code: string
  /** Called a code in so many words: 'арт. DX-1234'. */
  isCalled: boolean
  /** What else the text says of the good. */
  rest: string
}

const maxPieces = 40
/** 'GAS 25 L SFC-1200' */
const spans = [2, 3, 4] as const
const between = /[\s,;()[\]{}«»"“”|]+/
const caller = /^(?:арт|артикул[а-я]*|art|article|код|code|sku|шк|штрих-?код|ean|p\/n|№)[.:№#]*$/i
const calledInside = /^(?:арт|артикул|art|код|sku)[.:№#]+(?=[\p{L}\p{N}])/iu
/** 'код 306' may be anybody's. */
const anyCode = /^(?:код|code|№)/i
/** Says nothing about which good is meant. */
const empty =
  /^(?:и|на|для|в|с|по|шт|штук|штуки|нужно|надо|нужна|нужен|прошу|просим|заказ|заявка|товар|позиция|отгрузить|добавьте|ещё|еще|[^\p{L}\p{N}]+)[.:]?$/iu
const ordinal = /^\d{1,3}[.)]?$/
const measure = /^(?:мм|см|м|вт|квт|в|а|ач|л|мл|кг|г|м2|м3|бар|об|гц|°|градус\p{L}*)[.,]?$/iu
const shortest = 4
const shortestDigits = 8

/**
 * Codes that a text may hold among its words ('Дрель Makita DDF485Z', 'арт. DDF485Z'), those that it calls codes first:
 * letters with digits, long numbers, and up to four pieces together, as 'GSR 120-LI' is written.
 */
export function mentionsIn(text: string): Mention[] {
  const pieces = text.split(between).filter(Boolean).slice(0, maxPieces)
  const mentions = pieces.flatMap((piece, place): Mention[] => {
    const code = trimmed(piece.replace(calledInside, ''))
    const calling = calledInside.test(piece) ? piece : (pieces[place - 1] ?? '')
    const isAnyCode = anyCode.test(calling) && /^\d+$/.test(articleKey(code))
    const isCalled = (calledInside.test(piece) || (place > 0 && caller.test(calling))) && !isAnyCode
    return [
      ...((isCalled ? articleKey(code).length > 1 : looksLikeCode(articleKey(code)))
        ? [{ code, isCalled, rest: restOf(pieces, place, 1) }]
        : []),
      ...spans.slice(0, Math.max(0, pieces.length - place - 1)).flatMap((span): Mention[] => {
        const joined = trimmed([code, ...pieces.slice(place + 1, place + span)].join(' '))
        // '30 мм' is a measure, and no part of a code.
        const isMeasured = measure.test(pieces[place + span] ?? '') && /^\d+$/.test(pieces[place + span - 1] ?? '')
        return looksLikeCode(articleKey(joined)) && !isMeasured
          ? [{ code: joined, isCalled, rest: restOf(pieces, place, span) }]
          : []
      }),
    ]
  })
  return mentions.toSorted((a, b) => Number(b.isCalled) - Number(a.isCalled))
}

function looksLikeCode(key: string): boolean {
  if (/^\d+$/.test(key)) return key.length >= shortestDigits
  return key.length >= shortest && /\d/.test(key)
}

function restOf(pieces: readonly string[], place: number, count: number): string {
  return pieces
    .filter((piece, at) => {
      // '13. УОНИ-2.0Р' is the thirteenth line.
      const isPlace = at === 0 && ordinal.test(piece)
      return (at < place || at >= place + count) && !caller.test(piece) && !empty.test(piece) && !isPlace
    })
    .join(' ')
}

function trimmed(piece: string): string {
  return piece.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
}
