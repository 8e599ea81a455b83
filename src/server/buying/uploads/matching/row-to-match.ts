import { isFormulaText } from '#shared/rules/formula-text.ts'
import { nameKey } from '#server/catalogue/search/exact-goods.ts'
import { articleKey, unifyLookAlikes } from '#server/catalogue/facets/text/normalise.ts'
import { isNumber, plainCode, type Texts } from './match.ts'
import { mentionsIn } from './mentions.ts'
import { nameBeforeSize, withoutSizeWords } from './same-name.ts'

/** Texts as long as a cell may be are cut off, so that two could be one: they are not remembered. */
const longestText = 500
const formerKeyLength = 200
const severalWords = /\p{L}{3,}\s+\P{L}?\p{L}{3,}/u

/** `id`: a person, or our own price list, says which good it is. */
export type RowToMatch = { texts: Texts; id?: number | undefined }

/**
 * By what a settled code is kept: the text without case, alphabet, and punctuation but that between digits; '' for what
 * is not remembered, as a formula, which is no code.
 */
export function clientKey(text: string): string {
  return isFormulaText(text) || text.length >= longestText ? '' : unifyLookAlikes(nameKey(text))
}

/** A row without any code is remembered by its name; a row of a size by that, too. */
export function clientKeys(texts: Texts): string[] {
  return clientTexts(texts).map(clientKey).filter(Boolean)
}

/**
 * Keys of the table that may hold a row's texts. Earlier ones had no punctuation between digits, so that several texts
 * shared one: `ClientCode.code` says which was meant.
 */
export function storedKeys(texts: Texts): string[] {
  return clientTexts(texts).flatMap((text) => {
    const key = clientKey(text)
    return key === '' ? [] : [key, articleKey(text).slice(0, formerKeyLength)]
  })
}

/** What `clientKeys` are made of: first the one that is remembered. */
function clientTexts(texts: Texts): string[] {
  const codes = codesOf(texts)
  const known = codes.length > 0 ? codes : [nameAndBrand(texts)]
  return texts.size === '' ? known : [...known.map((text) => `${text}, размер ${texts.size}`), ...known]
}

/** By what a choice of a row is remembered; '' where it cannot be. */
export function rememberedText(texts: Texts): string {
  const [text = ''] = clientTexts(texts)
  return clientKey(text) === '' ? '' : text
}

export function codesOf({ articul, code, barcode }: Texts): string[] {
  return [...new Set([articul, code, barcode])].filter(Boolean)
}

/**
 * A typed row has one text, which may be a name as well; so may words under 'Модель', which heads articles elsewhere.
 */
export function nameOf(row: RowToMatch | undefined): string {
  if (!row) return ''
  const { name, articul, code, barcode } = row.texts
  if (name !== '') return name
  const isTyped = articul === code
  return isTyped || (code === '' && barcode === '' && severalWords.test(articul)) ? articul : ''
}

/** Its name, and codes that are all that it says: 'позиция СП-55' may be a good of that name. */
export function namesIn(row: RowToMatch | undefined): string[] {
  const name = nameOf(row)
  return [
    withoutSizeWords(name),
    nameBeforeSize(name),
    ...mentionsOf(row).flatMap(({ code, rest }) => (rest === '' ? [code] : [])),
  ]
}

/** Codes among other words: a text that is nothing but a code was looked up already. */
export function mentionsOf(row: RowToMatch | undefined) {
  const texts = [row?.texts.name, row?.texts.articul, row?.texts.code].filter(
    (text, index, all) => text && all.indexOf(text) === index,
  )
  return texts.flatMap((text) => mentionsIn(text ?? '')).filter(({ code, rest }) => rest !== '' || !isNumber(code))
}

/** With the brand of a column of its own, where the catalogue knows it: 'Ключ рожковый 58 мм' of 'Сибртех'. */
export function withBrand(texts: Texts, isKnown: (brand: string) => boolean): Texts {
  return texts.brand === '' || !isKnown(texts.brand) ? texts : { ...texts, name: nameAndBrand(texts) }
}

function nameAndBrand({ name, brand }: Texts): string {
  const isStated = nameKey(name).includes(nameKey(brand))
  return name === '' || brand === '' || isStated ? name : `${name} ${brand}`
}

/** Without its signs '=1+1' would be the code 11. */
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

export function withoutCode({ articul, code, barcode, ...texts }: Texts, distrusted: string): Texts {
  const [articulLeft = '', codeLeft = '', barcodeLeft = ''] = [articul, code, barcode].map((text) =>
    plainCode(text) === distrusted ? '' : text,
  )
  return { ...texts, articul: articulLeft, code: codeLeft, barcode: barcodeLeft }
}
