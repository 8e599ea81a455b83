import type { UploadField } from '#shared/api/uploads.ts'

/** What a heading says its column is: one of our fields, how surely, or something that is surely none of them. */
export type HeadingSense = { field: UploadField; weight: number } | 'other' | undefined

type Wording = { field: UploadField; weight: number; words: readonly string[] }

/** Whole headings as people write them, normalised by `headingKey`. A heavier one wins over a lighter one of its field. */
const wordings: readonly Wording[] = [
  { field: 'qnt', weight: 6, words: ['заказ', 'ваш заказ', 'к заказу', 'заказать', 'заказываю', 'заказано', 'заказ шт', 'заказ кол во', 'заказ количество', 'кол во заказ', 'количество заказ', 'кол во в заказе', 'количество в заказе', 'кол во к заказу', 'количество к заказу', 'кол во для заказа', 'количество для заказа', 'заказываемое количество', 'объем заказа', 'заявка', 'заявка шт', 'order', 'order qty', 'order quantity', 'qty to order'] },
  { field: 'qnt', weight: 4, words: ['количество', 'кол во', 'колво', 'кол', 'к во', 'количество шт', 'кол во шт', 'кол во ед', 'количество ед', 'количество товара', 'кол во товара', 'потребность', 'требуется', 'нужно', 'надо', 'необходимо', 'необходимое количество', 'требуемое количество', 'qty', 'quantity', 'q ty', 'qnt', 'count', 'pcs', 'шт', 'штук'] },
  { field: 'articul', weight: 5, words: ['артикул', 'арт', 'артикул товара', 'артикул производителя', 'артикул поставщика', 'артикул изготовителя', 'арт производителя', 'art', 'art no', 'article', 'article no', 'article number', 'articul', 'artikul', 'sku', 'vendorcode', 'vendor code', 'код производителя', 'код изготовителя', 'код модели'] },
  { field: 'articul', weight: 4, words: ['art №', 'арт №', '№ артикула', 'номер артикула', 'каталожный номер', 'каталожный №', '№ по каталогу', 'номер по каталогу', 'кат номер', 'партномер', 'part number', 'part no', 'p n', 'pn', 'mpn', 'номер детали', 'номер запчасти', 'обозначение', 'артикул код', 'артикул модель', 'модель артикул'] },
  { field: 'articul', weight: 2, words: ['модель', 'model', 'марка модель', 'типоразмер'] },
  { field: 'barcode', weight: 5, words: ['штрихкод', 'штрих код', 'шк', 'штрихкод товара', 'штрих код товара', 'штрихкод ean', 'barcode', 'bar code', 'ean', 'ean13', 'ean 13', 'gtin', 'upc', 'код ean', 'ean код'] },
  { field: 'code', weight: 4, words: ['код', 'код товара', 'код номенклатуры', 'код 1с', 'код 1c', 'код в 1с', 'код продукта', 'код позиции', 'код клиента', 'код покупателя', 'наш код', 'ваш код', 'внутренний код', 'код поставщика', 'код материала', 'номенклатурный номер', 'номенклатурный №', 'ном номер', 'ном №', 'code', 'item code', 'product code', 'item', 'item no', 'id товара', 'код артикул', 'код сап', 'код sap'] },
  { field: 'name', weight: 4, words: ['наименование', 'наименование товара', 'наименование номенклатуры', 'наименование продукции', 'наименование изделия', 'наименование материала', 'наименование позиции', 'название', 'название товара', 'номенклатура', 'товар', 'товары', 'товары работы услуги', 'наименование товара работ услуг', 'продукция', 'продукт', 'материал', 'изделие', 'полное наименование', 'name', 'product', 'product name', 'item name', 'title', 'наименование и характеристика', 'наименование характеристика', 'тмц', 'наименование тмц', 'позиция'] },
  { field: 'name', weight: 2, words: ['описание', 'описание товара', 'description', 'goods', 'ассортимент'] },
]

const wholeHeadings = new Map(wordings.flatMap(({ field, weight, words }) => words.map((word) => [word, { field, weight }] as const)))

/** Parts of headings of columns that are none of ours, whatever else they say: 'Кол-во в упаковке', 'Сумма заказа'. */
const others = /остат|налич|свободн|резерв|склад|доступн|ожида|в пути|цен|сумм|стоимост|руб|тариф|price|total|amount|sum$|упак|короб|пачк|паллет|кратн|миним|(^| )мин( |$)|вес|масс|объем м|(^| )объем$|габарит|ндс|vat|(^| )ед( |$)|ед изм|единиц|unit|измерен|бренд|производит|изготовит|brand|марка|страна|фото|картин|изображ|image|ссылк|url|скидк|размер|цвет|(^| )дата|срок|номер заказа|заказа №|коммент|примеч|состав|групп|категор|раздел|статус|валют|сертифик|гаранти|вид |характеристик|(^| )пол$|сезон|коллекц|^№$|^n$|^№ п п$|^п п$|№ п п|№ строки|^№ пп$|^пп$/

/** Parts of headings that speak of a field without being one of the wordings. */
const likely: readonly { field: UploadField; weight: number; pattern: RegExp }[] = [
  { field: 'barcode', weight: 3, pattern: /штрих ?код|barcode|(^| )ean/ },
  { field: 'articul', weight: 3, pattern: /(^| )артикул|(^| )арт( |$)|каталожн|vendor ?code/ },
  { field: 'qnt', weight: 3, pattern: /(^| )заказ( |$)|к заказу|в заказ|заявк/ },
  { field: 'qnt', weight: 2, pattern: /(^| )кол ?во( |$)|количеств|потребност|(^| )qty( |$)|quantity/ },
  { field: 'name', weight: 2, pattern: /наименован|названи|номенклатур|(^| )товар/ },
  { field: 'code', weight: 2, pattern: /(^| )код( |$)|(^| )code( |$)/ },
]

const characteristic = /^характеристик/

const longestHeading = 80

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
  if (key === '' || key.length > longestHeading) return undefined
  const whole = wholeHeadings.get(key)
  if (whole) return whole
  if (others.test(key)) return 'other'
  const part = likely.find(({ pattern }) => pattern.test(key))
  return part && { field: part.field, weight: part.weight }
}
