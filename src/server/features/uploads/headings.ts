import type { UploadField } from '#shared/api/uploads.ts'
import { isPackUnit } from '#shared/rules/quantity-text.ts'

/** What a heading says its column is: one of our fields, how surely, or something that is surely none of them. */
export type HeadingSense = { field: UploadField; weight: number } | 'other' | undefined

type Wording = { field: UploadField; weight: number; words: readonly string[] }

/** Whole headings as people write them, normalised by `headingKey`. A heavier one wins over a lighter one of its field. */
const wordings: readonly Wording[] = [
  { field: 'qnt', weight: 6, words: ['заказ', 'ваш заказ', 'к заказу', 'заказать', 'заказываю', 'заказано', 'заказ шт', 'заказ кол во', 'заказ количество', 'кол во заказ', 'количество заказ', 'кол во в заказе', 'количество в заказе', 'кол во к заказу', 'количество к заказу', 'кол во для заказа', 'количество для заказа', 'заказываемое количество', 'заказанное количество', 'кол во заказанное', 'количество заказанное', 'объем заказа', 'заявка', 'заявка шт', 'затребовано', 'количество затребовано', 'order', 'order qty', 'order quantity', 'qty to order'] },
  { field: 'qnt', weight: 4, words: ['количество', 'кол во', 'колво', 'кол', 'к во', 'количество шт', 'кол во шт', 'кол во ед', 'количество ед', 'количество товара', 'кол во товара', 'потребность', 'требуется', 'нужно', 'надо', 'необходимо', 'необходимое количество', 'требуемое количество', 'требуемое кол во', 'qty', 'quantity', 'q ty', 'qnt', 'count', 'pcs', 'шт', 'штук', 'сколько', 'количество масса нетто', 'количество объем'] },
  { field: 'articul', weight: 5, words: ['артикул', 'арт', 'артикул товара', 'артикул производителя', 'артикул поставщика', 'артикул изготовителя', 'арт производителя', 'art', 'art no', 'article', 'article no', 'article number', 'articul', 'artikul', 'sku', 'vendorcode', 'vendor code', 'код производителя', 'код изготовителя', 'код модели'] },
  { field: 'articul', weight: 4, words: ['art №', 'арт №', '№ артикула', 'номер артикула', 'каталожный номер', 'каталожный №', '№ по каталогу', 'номер по каталогу', 'кат номер', 'партномер', 'part number', 'part no', 'p n', 'pn', 'mpn', 'номер детали', 'номер запчасти', 'обозначение', 'артикул код', 'артикул модель', 'модель артикул'] },
  { field: 'articul', weight: 2, words: ['модель', 'model', 'марка модель', 'типоразмер'] },
  { field: 'barcode', weight: 5, words: ['штрихкод', 'штрих код', 'шк', 'штрихкод товара', 'штрих код товара', 'штрихкод ean', 'barcode', 'bar code', 'ean', 'ean13', 'ean 13', 'gtin', 'upc', 'код ean', 'ean код'] },
  { field: 'code', weight: 4, words: ['код', 'код товара', 'код номенклатуры', 'код 1с', 'код 1c', 'код в 1с', 'код продукта', 'код позиции', 'код клиента', 'код покупателя', 'наш код', 'ваш код', 'внутренний код', 'код поставщика', 'код материала', 'номенклатурный номер', 'номенклатурный №', 'ном номер', 'ном №', 'code', 'item code', 'product code', 'item', 'item no', 'id товара', 'код артикул', 'код сап', 'код sap'] },
  { field: 'name', weight: 4, words: ['наименование', 'наименование товара', 'наим', 'наименование номенклатуры', 'наименование продукции', 'наименование изделия', 'наименование материала', 'наименование позиции', 'название', 'название товара', 'номенклатура', 'товар', 'товары', 'товары работы услуги', 'наименование товара работ услуг', 'продукция', 'продукт', 'материал', 'изделие', 'полное наименование', 'name', 'product', 'product name', 'item name', 'title', 'наименование и характеристика', 'наименование характеристика', 'тмц', 'наименование тмц', 'позиция'] },
  { field: 'name', weight: 2, words: ['описание', 'описание товара', 'description', 'goods', 'ассортимент'] },
]

const wholeHeadings = new Map(wordings.flatMap(({ field, weight, words }) => words.map((word) => [word, { field, weight }] as const)))

/** Parts of headings of columns that are none of ours, whatever else they say: 'Кол-во в упаковке', 'Сумма заказа'. */
const others = /подтвержд|(^| )факт|(^| )мест( |$)|(^| )под заказ|заказано ранее|учетн|по учету|расхожден|отгружен|отпущен|поставлен|продаж|налог|(^| )ставк|остат|налич|свободн|резерв|склад|доступн|ожида|в пути|цен|сумм|стоимост|руб|тариф|price|total|amount|sum$|упак|короб|пачк|паллет|кратн|миним|(^| )мин( |$)|вес|масс|объем м|(^| )объем$|габарит|ндс|vat|(^| )ед( |$)|ед изм|единиц|unit|измерен|бренд|производит|изготовит|brand|марка|страна|фото|картин|изображ|image|ссылк|url|скидк|размер|цвет|(^| )дата|срок|номер заказа|заказа №|№ заказа|код (тн|окпд|океи|окп)|коммент|примеч|состав|групп|категор|раздел|статус|валют|сертифик|гаранти|вид |характеристик|(^| )пол$|сезон|коллекц|^№$|^n$|^номер$|^(номер|№) по порядку|^№ п п$|^п п$|№ п п|№ строки|^№ пп$|^пп$/

/** Parts of headings that speak of a field without being one of the wordings. */
const likely: readonly { field: UploadField; weight: number; pattern: RegExp }[] = [
  { field: 'barcode', weight: 3, pattern: /штрих ?код|barcode|(^| )ean/ },
  { field: 'articul', weight: 3, pattern: /(^| )артикул|(^| )арт( |$)|каталожн|vendor ?code/ },
  { field: 'qnt', weight: 3, pattern: /(^| )(до)?заказ(?!чик)|заявк|заявлен|(^| )нужно|(^| )надо|необходим|закуп|привезти|завезти/ },
  { field: 'qnt', weight: 2, pattern: /(^| )к(ол)? ?во( |$)|колич|потребност|отгрузить|к отгрузке|требуе|(^| )q ?ty( |$)|quantity/ },
  { field: 'code', weight: 2, pattern: /^код( |$)/ },
  { field: 'name', weight: 2, pattern: /наименован|названи|номенклатур|(^| )товар/ },
  { field: 'code', weight: 2, pattern: /(^| )код( |$)|(^| )code( |$)/ },
]

/** A name, whatever else it promises: 'Наименование, характеристика, сорт, артикул товара'. */
const naming = /^(?:товар )?наименование (?:и |товара? |продукции )*(?:товар|продукц|изделия|характеристик|описани|марк)/

/** An article, whoever gave it: 'Каталожный номер производителя'. */
const articleNumber = /^(?:артикул|арт|каталожный (?:номер|№)|партномер)( |$)/

/** 'Заказ от 20.11.2026' and 'Заявка № 5' head a document, not a column. */
const ofDocument = /(?:^| )(?:заказ|заявка)(?: № ?\S+)? (?:от|№) \d/

/** 1C's own word; 'Характеристики' are a description. */
const characteristic = /^характеристика(?: номенклатуры)?$/
/** 'Кол-во, ед. изм.' is about a quantity all the same. */
const measured = / (?:в )?(?:ед|единица|базовых единицах|единицах)(?: изм| измерения| хранения)?$/
const unitOfMeasure = /^(?:ед|единица)( |$)|(?:^| )ед изм|единиц[аы] измер|^unit$/

const longestHeading = 80

/** Whether a column says what the quantities are counted in. */
export function isUnit(heading: string): boolean {
  return unitOfMeasure.test(headingKey(heading))
}

/** The packs that a heading counts in, 'Заказ, уп.' → 'уп'; '' where it counts something else. */
export function packsIn(heading: string): string {
  return headingKey(heading).split(' ').find(isPackUnit) ?? ''
}

/** Whether a column sums up those beside it. */
export function isTotal(heading: string): boolean {
  return /^(?:итого|всего|общее кол|общее количество|total)(?: шт| кол во| количество)?$/.test(headingKey(heading))
}

/** Lower case without punctuation, ё as е: 'Кол-во, шт.' → 'кол во шт'. */
export function headingKey(text: string): string {
  if (text.length > longestHeading * 2) return ''
  return text.toLowerCase().replaceAll('ё', 'е').replace(/[^a-zа-я0-9№]+/g, ' ').replaceAll('№', ' № ').replace(/\s+/g, ' ').trim()
}

/** 1C writes a variant's name in a column of its own beside the product's. */
export function isCharacteristic(heading: string): boolean {
  return characteristic.test(headingKey(heading))
}

/** What a heading says; undefined for text that speaks of nothing we know, for numbers and for long texts. */
export function senseOf(heading: string): HeadingSense {
  const key = headingKey(heading)
  if (key === '' || key.length > longestHeading || ofDocument.test(key)) return undefined
  // Narrow columns break words: 'Коли-чество', 'Наимено-\nвание'.
  const unbroken = headingKey(heading.replace(/([а-яё])-\s*(?=[а-яё])/gi, '$1'))
  const plain = key.replace(measured, '')
  const whole = [key, unbroken, plain].map((text) => wholeHeadings.get(text)).find((found) => found !== undefined)
  if (whole) return whole
  if (naming.test(unbroken)) return { field: 'name', weight: 4 }
  if (articleNumber.test(plain) && !/\d/.test(plain)) return { field: 'articul', weight: 4 }
  if (others.test(plain) || others.test(unbroken.replace(measured, ''))) return 'other'
  const part = likely.find(({ pattern }) => pattern.test(plain))
  return part && { field: part.field, weight: part.weight }
}
