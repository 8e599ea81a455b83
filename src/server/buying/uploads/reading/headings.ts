import type { ColumnField } from './fields.ts'
import { isPackUnit, unitMultiplier } from '#shared/rules/quantity-text.ts'
import { isSizeKey } from '#shared/rules/size-text.ts'
import {
  supplierCodes,
  wholeHeadings,
  ignoredHeadings,
  marketplaceHeading,
  otherQuantities,
  storeOrderHeading,
  orderWords,
  countWords,
  standaloneCounts,
  unitWords,
  packWords,
  measures,
  fillers,
  sizeWords,
  characteristicsHeading,
  labelledCode,
  likelyHeadings,
  nameHeading,
  articleHeading,
  documentTitle,
  unitSuffix,
  unitOfMeasure,
  maxHeadingLength,
} from './heading-words.ts'

/** Meaning of a heading: one of our fields, with its certainty, or excluded. */
export type HeadingMeaning = { field: ColumnField; weight: number } | 'other' | undefined

const locationPrepositions = new Set(['в', 'на', 'во'])

/** Meaning of a heading that consists only of quantity words; otherwise undefined. */
function quantityMeaning(key: string): HeadingMeaning {
  const words = key.split(' ')
  const isQuantityWord = (word: string) =>
    orderWords.has(word) || countWords.has(word) || unitWords.has(word) || measures.has(word) || fillers.has(word)
  if (words.length > 8 || !words.every(isQuantityWord)) return undefined
  if (words.some((word) => orderWords.has(word))) return { field: 'quantity', weight: 6 }
  const isCount = [...standaloneCounts].some((text) => ` ${key} `.includes(` ${text} `))
  // 'Кол-во упаковок' may be ordered, or describe the quantity beside it.
  if (words.some((word) => packWords.has(word)))
    return isCount && !words.some((word) => locationPrepositions.has(word))
      ? { field: 'quantity', weight: 3 }
      : undefined
  if (
    isCount ||
    (words.length === 1 && ['шт', 'штук', 'штуки', 'pcs'].includes(key)) ||
    /отгруз|привез|завез/.test(key)
  )
    return { field: 'quantity', weight: 4 }
  return undefined
}

/** Heading that consists only of size words: 'Размер / рост', 'Хар-ка'. */
function sizeMeaning(key: string): HeadingMeaning {
  const isSize = key !== '' && !characteristicsHeading.test(key) && key.split(' ').every((word) => sizeWords.has(word))
  return isSize ? { field: 'size', weight: 4 } : undefined
}

/** Whether the heading of a code column means our codes: 'Код поставщика', 'Ваш код'. */
export function isSupplierCode(heading: string): boolean {
  return supplierCodes.includes(headingKey(heading))
}

const locationWords = new RegExp(
  'магазин|точк|филиал|(^| )т?р?ц( |$)|рынок|бутик|салон|объект|бригад|(^| )(ул|пр|пер|г)( |$)|улиц|' +
    'январ|феврал|(^| )март|апрел|(^| )ма[йя]( |$)|июн|июл|август|сентябр|октябр|ноябр|декабр|недел|' +
    String.raw`^\d{1,2} \d{1,2}( \d{2,4})?$`,
)

/** Recipient or time of an order: a shop, a street, a month. */
export function isLocationHeading(heading: string): boolean {
  return locationWords.test(headingKey(heading))
}

/** 'Склад №2': among shops it is one of them; alone it means stock. */
export function isStoreHeading(heading: string): boolean {
  return headingKey(heading).startsWith('склад ')
}

const unitPrice = new RegExp(
  '^(?:цена|price)(?: за)?(?: (?:шт|ед|единицу|руб|р|с ндс|вкл ндс|за шт|за ед|опт|оптовая|' +
    'закупочная|договорная|ваша))*$',
)

/** Unit price; not a sum, an old price or a discount. */
export function isPrice(heading: string): boolean {
  return unitPrice.test(headingKey(heading))
}

/** 'Закупка', 'Покупка': may be the quantity or the price of a purchase. */
export function mayBePrice(heading: string): boolean {
  return /^(?:наша |ваша )?(?:закупка|закуп|закупочная|покупка|приобретение)(?: (?:шт|ед|наша|ваша|товара))*$/.test(
    headingKey(heading),
  )
}

const priceOrSumWords = new RegExp(
  'цен|розн|(^| )опт|(^| )(?:ррц|мрц|рц)( |$)|расценк|сумм|стоимост|руб|тариф|прайс|' +
    'наценк|марж|скидк|price|продаж|реализ',
)

/** Whether a column contains any price or sum: 'Розница', 'Опт', 'Сумма'. */
export function isPriceOrSumHeading(heading: string): boolean {
  return priceOrSumWords.test(headingKey(heading))
}

const brandHeading = new RegExp(
  '^(?:бренд|brand|марка|торговая марка|тм|вендор|фирма|производител[ья]|изготовител[ья]|завод|' +
    'завод изготовитель|завод производитель|фирма производитель|бренд производитель|' +
    'производитель бренд|manufacturer|vendor)(?: товара)?$',
)

/** Maker or brand of the goods; 'Поставщик' is neither. */
export function isBrandHeading(heading: string): boolean {
  return brandHeading.test(headingKey(heading))
}

const noteWords = new RegExp(
  '(?:^| )(?:прим(?:ечани[ея])?|ком+ент[а-я]*|пометк[аи]|заметк[аи]|пожелани[ея]|уточнени[ея]|' +
    'дополнительно|доп|инфо|информация|remarks?|notes?|comments?)(?: |$)',
)

/** Whether a column contains notes: 'Примечание', 'Комментарий', 'Пожелания'. */
export function isNote(heading: string): boolean {
  return noteWords.test(headingKey(heading))
}

const rowNumber = new RegExp(
  '^(?:№|n|no|nr|пп|п п|нпп|поз|строка|порядок|порядковый номер|номер(?: (?:строки|по порядку|п п))?|' +
    '№ п п|п п №)(?: (?:№|п п|пп))?$',
)

/** Whether a column numbers the rows: '№', '#', 'п/п', 'Поз.'. */
export function isRowNumberHeading(heading: string): boolean {
  return rowNumber.test(headingKey(heading))
}

/** Whether a column contains units of quantities. */
export function isUnit(heading: string): boolean {
  return unitOfMeasure.test(headingKey(heading))
}

/**
 * Unit in a quantity heading: 'Заказ, уп.' → 'уп', 'тыс. шт' → 'тыс', 'Кол-во, кг' → 'кг'; '' for pieces, which is
 * written over any quantities.
 */
export function unitIn(heading: string): string {
  const words = headingKey(heading).split(' ')
  const packs = words.find((word) => isPackUnit(word) || unitMultiplier(word.replace(/\d/g, '')) !== 1)
  const measure = words.slice(1).find((word) => word.length > 1 && measures.has(word))
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  return packs ?? measure ?? (measures.has(last) ? last : '')
}

const totalHeading = new RegExp(
  '^(?:итого|всего|общее$|общее (?:кол во|кол|количество)|общий заказ|total)' +
    '(?: (?:шт|штук|кол во|количество|к заказу|заказ|заказано|по всем|магазинам|по магазинам))*$',
)

/** Whether a column is the sum of the neighbouring ones. */
export function isTotal(heading: string): boolean {
  return totalHeading.test(headingKey(heading))
}

/** Lower case without punctuation, ё as е, '#' before other words as №: 'Кол-во, шт.' → 'кол во шт'. */
export function headingKey(text: string): string {
  if (text.length > maxHeadingLength * 2) return ''
  return text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/^\s*#/, '№')
    .replace(/[^a-zа-я0-9№]+/g, ' ')
    .replaceAll('№', ' № ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Meaning of a heading; undefined for unknown words, numbers and long texts. */
export function meaningOf(heading: string): HeadingMeaning {
  const key = headingKey(heading)
  if (key === '' || key.length > maxHeadingLength || documentTitle.test(key)) return undefined
  // Narrow columns hyphenate words: 'Коли-чество', 'Наимено-\nвание'.
  const dehyphenated = headingKey(heading.replace(/([а-яё])-\s*(?=[а-яё])/gi, '$1'))
  const withoutUnit = key.replace(unitSuffix, '')
  const whole = [key, dehyphenated, withoutUnit]
    .map((text) => wholeHeadings.get(text))
    .find((found) => found !== undefined)
  if (whole) return whole
  if (isRowNumberHeading(heading)) return 'other'
  if (mayBePrice(heading)) return { field: 'quantity', weight: 2 }
  if (storeOrderHeading.test(key)) return { field: 'quantity', weight: 3 }
  if (isSizeKey(key)) return undefined
  if (marketplaceHeading.test(key)) return 'other'
  const quantity = [key, dehyphenated, withoutUnit].map(quantityMeaning).find((found) => found !== undefined)
  if (quantity) return quantity
  const size = sizeMeaning(key)
  if (size) return size
  if (otherQuantities.test(withoutUnit) || otherQuantities.test(dehyphenated)) return 'other'
  if (nameHeading.test(dehyphenated)) return { field: 'name', weight: 4 }
  if (articleHeading.test(withoutUnit) && !/\d/.test(withoutUnit)) return { field: 'articul', weight: 4 }
  if (ignoredHeadings.test(withoutUnit) || ignoredHeadings.test(dehyphenated.replace(unitSuffix, ''))) return 'other'
  if (labelledCode.test(key)) return undefined
  const likely = likelyHeadings.find(({ pattern }) => pattern.test(withoutUnit))
  return likely && { field: likely.field, weight: likely.weight }
}
