import { isFormulaText } from '#shared/rules/formula-text.ts'
import { nameKey } from '#server/catalogue/search/exact-goods.ts'
import { articleKey, unifyLookAlikes } from '#server/catalogue/facets/text/normalise.ts'
import { isNumber, plainCode, type Texts } from './match.ts'
import { mentionsIn } from './mentions.ts'
import { nameBeforeSize, withoutSizeWords } from './same-name.ts'

/** Texts of the maximum cell length are truncated, so different ones could be equal: they are not remembered. */
const maxTextLength = 500
const oldKeyLength = 200
const severalWords = /\p{L}{3,}\s+\P{L}?\p{L}{3,}/u

/** `id`: the good chosen by the buyer or given by our own price list. */
export type RowToMatch = { texts: Texts; id?: number | undefined }

/**
 * Key of a confirmed code: the text without case, alphabet and punctuation except between digits; '' for texts that are
 * not remembered, such as formulas.
 */
export function clientKey(text: string): string {
  return isFormulaText(text) || text.length >= maxTextLength ? '' : unifyLookAlikes(nameKey(text))
}

/** A row without a code is remembered by its name, and a row with a size also by the size. */
export function clientKeys(texts: Texts): string[] {
  return clientTexts(texts).map(clientKey).filter(Boolean)
}

/**
 * Possible stored keys of a row's texts. Older keys had no punctuation between digits, so that several texts
 * shared one: `ClientCode.code` has the original text.
 */
export function storedKeys(texts: Texts): string[] {
  return clientTexts(texts).flatMap((text) => {
    const key = clientKey(text)
    return key === '' ? [] : [key, articleKey(text).slice(0, oldKeyLength)]
  })
}

/** Texts of `clientKeys`: the first is the one to remember. */
function clientTexts(texts: Texts): string[] {
  const codes = codesOf(texts)
  const baseTexts = codes.length > 0 ? codes : [nameAndBrand(texts)]
  return texts.size === '' ? baseTexts : [...baseTexts.map((text) => `${text}, размер ${texts.size}`), ...baseTexts]
}

/** The text by which a choice for the row is remembered; '' if it cannot be. */
export function rememberedText(texts: Texts): string {
  const [text = ''] = clientTexts(texts)
  return clientKey(text) === '' ? '' : text
}

export function codesOf({ articul, code, barcode }: Texts): string[] {
  return [...new Set([articul, code, barcode])].filter(Boolean)
}

/**
 * A typed row has one text, which may be a name; so may words under 'Модель', which elsewhere is a heading of articles.
 */
export function nameOf(row: RowToMatch | undefined): string {
  if (!row) return ''
  const { name, articul, code, barcode } = row.texts
  if (name !== '') return name
  const isTyped = articul === code
  return isTyped || (code === '' && barcode === '' && severalWords.test(articul)) ? articul : ''
}

/** Its name, and codes without other words: 'позиция СП-55' may be a good with that name. */
export function namesIn(row: RowToMatch | undefined): string[] {
  const name = nameOf(row)
  return [
    withoutSizeWords(name),
    nameBeforeSize(name),
    ...mentionsOf(row).flatMap(({ code, rest }) => (rest === '' ? [code] : [])),
  ]
}

/** Codes among other words: a text that is only a code was looked up already. */
export function mentionsOf(row: RowToMatch | undefined) {
  const texts = [row?.texts.name, row?.texts.articul, row?.texts.code].filter(
    (text, index, all) => text && all.indexOf(text) === index,
  )
  return texts.flatMap((text) => mentionsIn(text ?? '')).filter(({ code, rest }) => rest !== '' || !isNumber(code))
}

/** Adds the brand of a separate column if it is in the catalogue: 'Ключ рожковый 58 мм' with 'Сибртех'. */
export function withBrand(texts: Texts, isKnown: (brand: string) => boolean): Texts {
  return texts.brand === '' || !isKnown(texts.brand) ? texts : { ...texts, name: nameAndBrand(texts) }
}

function nameAndBrand({ name, brand }: Texts): string {
  const isStated = nameKey(name).includes(nameKey(brand))
  return name === '' || brand === '' || isStated ? name : `${name} ${brand}`
}

/** Without punctuation '=1+1' would be the code 11. */
export function withoutFormulas(texts: Texts): Texts {
  const plain = (text: string) => (isFormulaText(text) ? '' : text)
  return {
    ...texts,
    articul: plain(texts.articul),
    code: plain(texts.code),
    barcode: plain(texts.barcode),
    name: plain(texts.name),
  }
}

export function withoutCode({ articul, code, barcode, ...texts }: Texts, unreliable: string): Texts {
  const [articulLeft = '', codeLeft = '', barcodeLeft = ''] = [articul, code, barcode].map((text) =>
    plainCode(text) === unreliable ? '' : text,
  )
  return { ...texts, articul: articulLeft, code: codeLeft, barcode: barcodeLeft }
}
