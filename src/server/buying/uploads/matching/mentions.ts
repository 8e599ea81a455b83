import { articleKey } from '#server/catalogue/facets/text/normalise.ts'

/** A code among other words. */
export type Mention = {
  code: string
  /** With a label: 'арт. DX-1234'. */
  isLabelled: boolean
  /** The rest of the text. */
  rest: string
}

const maxWords = 40
/** 'GAS 25 L SFC-1200' */
const wordCounts = [2, 3, 4] as const
const separators = /[\s,;()[\]{}«»"“”|]+/
const label = /^(?:арт|артикул[а-я]*|art|article|код|code|sku|шк|штрих-?код|ean|p\/n|№)[.:№#]*$/i
const labelInside = /^(?:арт|артикул|art|код|sku)[.:№#]+(?=[\p{L}\p{N}])/iu
/** 'код 306' may be a foreign code. */
const anyCode = /^(?:код|code|№)/i
/** Words that do not identify a good. */
const fillerWords = new RegExp(
  '^(?:и|на|для|в|с|по|шт|штук|штуки|нужно|надо|нужна|нужен|прошу|просим|заказ|заявка|товар|позиция|' +
    String.raw`отгрузить|добавьте|ещё|еще|[^\p{L}\p{N}]+)[.:]?$`,
  'iu',
)
const lineNumber = /^\d{1,3}[.)]?$/
const measure = /^(?:мм|см|м|вт|квт|в|а|ач|л|мл|кг|г|м2|м3|бар|об|гц|°|градус\p{L}*)[.,]?$/iu
const minLength = 4
const minDigits = 8

/**
 * Possible codes among the words of a text ('Дрель Makita DDF485Z', 'арт. DDF485Z'), labelled ones first:
 * letters with digits, long numbers, and up to four joined words, for 'GSR 120-LI'.
 */
export function mentionsIn(text: string): Mention[] {
  const words = text.split(separators).filter(Boolean).slice(0, maxWords)
  const mentions = words.flatMap((word, index): Mention[] => {
    const code = trimPunctuation(word.replace(labelInside, ''))
    const labelled = labelInside.test(word) ? word : (words[index - 1] ?? '')
    const isAnyCode = anyCode.test(labelled) && /^\d+$/.test(articleKey(code))
    const isLabelled = (labelInside.test(word) || (index > 0 && label.test(labelled))) && !isAnyCode
    return [
      ...((isLabelled ? articleKey(code).length > 1 : looksLikeCode(articleKey(code)))
        ? [{ code, isLabelled, rest: restOf(words, index, 1) }]
        : []),
      ...wordCounts.slice(0, Math.max(0, words.length - index - 1)).flatMap((wordCount): Mention[] => {
        const joinedCode = trimPunctuation([code, ...words.slice(index + 1, index + wordCount)].join(' '))
        // '30 мм' is a measure, not part of a code.
        const isMeasured =
          measure.test(words[index + wordCount] ?? '') && /^\d+$/.test(words[index + wordCount - 1] ?? '')
        return looksLikeCode(articleKey(joinedCode)) && !isMeasured
          ? [{ code: joinedCode, isLabelled, rest: restOf(words, index, wordCount) }]
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

function restOf(words: readonly string[], index: number, count: number): string {
  return words
    .filter((word, position) => {
      // '13. УОНИ-2.0Р' starts with its line number.
      const isLineNumber = position === 0 && lineNumber.test(word)
      return (
        (position < index || position >= index + count) && !label.test(word) && !fillerWords.test(word) && !isLineNumber
      )
    })
    .join(' ')
}

function trimPunctuation(word: string): string {
  return word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
}
