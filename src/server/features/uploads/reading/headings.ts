import type { UploadField } from '#shared/api/uploads.ts'
import { isPackUnit, unitMultiplier } from '#shared/rules/quantity-text.ts'
import { isSizeKey } from '#shared/rules/size-text.ts'

/** What a heading says its column is: one of our fields, how surely, or something that is surely none of them. */
export type HeadingSense = { field: UploadField; weight: number } | 'other' | undefined

/** Headings of a column that holds our codes, in the words of whoever buys from us. */
const supplierCodes = [
  'код поставщика', 'ваш код', 'код у поставщика', 'код товара поставщика', 'код товара у поставщика', 'код номенклатуры поставщика',
  'код пост', 'код товара пост', 'поставщик код', 'код поставщик', 'поставщика код', 'номер поставщика', 'номер у поставщика', 'номенклатурный номер поставщика',
  'ваш код товара', 'ваш номер', 'id поставщика', 'id товара поставщика', 'код товара по прайсу', 'код прайс листа', 'код по прайс листу',
  'код по прайсу', 'код из прайса', 'код прайса', 'код по вашему прайсу', 'код из вашего прайса', 'код в прайсе', 'код продавца', 'код вашего товара',
]

type Wording = { field: UploadField; weight: number; words: readonly string[] }

/** Whole headings as people write them, normalised by `headingKey`. A heavier one wins over a lighter one of its field. */
const wordings: readonly Wording[] = [
  { field: 'qnt', weight: 4, words: ['pcs', 'count', 'количество масса нетто', 'количество объем', 'сколько', 'сколько надо', 'сколько нужно'] },
  { field: 'articul', weight: 5, words: ['артикул', 'арт', 'артикул товара', 'артикул производителя', 'артикул поставщика', 'артикул изготовителя', 'арт производителя', 'art', 'art no', 'article', 'article no', 'article number', 'articul', 'artikul', 'sku', 'vendorcode', 'vendor code', 'код производителя', 'код изготовителя', 'код модели', 'ваш sku', 'ваш артикул', 'sku продавца', 'seller sku', 'артикул у поставщика', 'артикул по прайсу', 'артикул из прайса', 'заводской артикул', 'артикул завода', 'завод артикул', 'заводской номер', 'код завода', 'фирменный артикул', 'артикул бренда', 'mfr part number', 'manufacturer part number', 'supplier sku', 'supplier code'] },
  { field: 'articul', weight: 4, words: ['art №', 'арт №', '№ артикула', 'номер артикула', 'каталожный номер', 'каталожный №', '№ по каталогу', 'номер по каталогу', 'кат номер', 'партномер', 'part number', 'part no', 'p n', 'pn', 'mpn', 'номер детали', 'номер запчасти', 'обозначение', 'артикул код', 'артикул модель', 'модель артикул'] },
  { field: 'articul', weight: 2, words: ['модель', 'model', 'марка модель', 'типоразмер'] },
  { field: 'size', weight: 4, words: ['размер', 'размеры', 'размер товара', 'цвет', 'цвет размер', 'размер цвет', 'рост', 'характеристика', 'характеристика номенклатуры', 'вариант', 'модификация', 'исполнение', 'расцветка', 'size', 'color', 'colour'] },
  { field: 'barcode', weight: 5, words: ['штрихкод', 'штрих код', 'шк', 'штрихкод товара', 'штрих код товара', 'шк товара', 'шк ед', 'шк шт', 'шк ean', 'баркод', 'баркод товара', 'бар код', 'код шк', 'номер штрихкода', 'штрихкод ean', 'barcode', 'bar code', 'ean', 'ean13', 'ean 13', 'gtin', 'upc', 'код ean', 'ean код'] },
  { field: 'code', weight: 4, words: ['код', 'код товара', 'код номенклатуры', 'код 1с', 'код 1c', 'код в 1с', 'код продукта', 'код позиции', 'код клиента', 'код покупателя', 'наш код', 'внутренний код', ...supplierCodes, 'код материала', 'номенклатурный номер', 'номенклатурный №', 'ном номер', 'ном №', 'code', 'item code', 'product code', 'item', 'item no', 'id товара', 'код артикул', 'код сап', 'код sap', 'id', 'ид', 'ид товара', 'plu', 'uid', 'код тмц', 'код мц', 'внешний код', 'внутр код', 'код в нашей базе', 'код у нас', 'код в базе', 'код учета', 'инв номер', 'инвентарный номер', 'наш артикул', 'наш арт', 'свой артикул', 'артикул клиента', 'артикул покупателя', 'артикул заказчика', 'внутренний артикул', 'внутр артикул', 'артикул 1с', 'артикул в 1с', 'наш номер', 'номер товара', 'товарный код', 'код изделия', 'код детали', 'внутренний номер', 'клиентский код'] },
  { field: 'name', weight: 4, words: ['наименование', 'наименование товара', 'наим', 'наименование номенклатуры', 'наименование продукции', 'наименование изделия', 'наименование материала', 'наименование позиции', 'название', 'название товара', 'номенклатура', 'товар', 'товары', 'товары работы услуги', 'наименование товара работ услуг', 'продукция', 'продукт', 'материал', 'изделие', 'полное наименование', 'name', 'product', 'product name', 'item name', 'title', 'наименование и характеристика', 'наименование характеристика', 'тмц', 'наименование тмц', 'мц', 'тмц наименование', 'позиция', 'рабочее наименование', 'модель размер', 'модель и размер', 'модель цвет размер', 'модель размер цвет', 'наименование размер', 'товар размер', 'краткое наименование', 'товар услуга', 'товары услуги', 'что нужно', 'что заказываем', 'что'] },
  { field: 'name', weight: 2, words: ['описание', 'описание товара', 'description', 'goods', 'ассортимент'] },
]

const wholeHeadings = new Map(wordings.flatMap(({ field, weight, words }) => words.map((word) => [word, { field, weight }] as const)))

/** Parts of headings of columns that are none of ours, whatever else they say: 'Кол-во в упаковке', 'Сумма заказа'. */
const others = new RegExp([
  'опт( |$)|оптов|розн|(^| )(?:ррц|мрц|мрп|рц)( |$)|расценк|фасов|вложен|нетто|брутто|реализ|расход|(^| )оборот|(^| )спрос|возврат|недопост|задолж|оплат',
  '(^| )тм( |$)|торговая|(^| )еи( |$)|(^| )прим( |$)|пожелан|(^| )гост( |$)|(^| )класс( |$)|годн|ответствен|менеджер|(^| )автор( |$)|основани|(^| )счет|накладн|договор',
  '(номер|№) (?:строки|заявки|счета|накладной|договора|партии)|(?:заявки|заявка) №|(?:заявки|заявка) номер|ячейк|стеллаж|(^| )полк|регион|(^| )город( |$)|(^| )абс( |$)|(^| )abc( |$)|аналог|замен',
  'подтвержд|(^| )факт|(^| )мест( |$)|(^| )под заказ|заказано ранее|учетн|по учету|расхожден|отгружен|отпущен|поставлен|продаж|продан|налог|(^| )ставк',
  'остат|(^| )есть( |$)|налич|свободн|резерв|склад|доступн|(^| )дост( |$)|ожида|в пути|транзит|приход|поступлен|(^| )поставк',
  'цен|сумм|стоимост|руб|тариф|бюджет|price|total|amount|sum$|скидк|наценк|марж|процент|валют|ндс|vat',
  'упак|короб|пачк|паллет|палет|рулон|бухт|бобин|катуш|ящик|мешк|канистр|ведр|поддон|контейнер|комплект|наборе|кратн|миним|(^| )мин( |$)|максим|(^| )макс( |$)|лимит|норма|план( |$)',
  'вес|масс|объем м|(^| )объем$|габарит|длин|ширин|высот|толщин|диаметр|мощност|напряжен',
  '(^| )ед( |$)|ед изм|единиц|unit|измерен|бренд|производит|изготовит|brand|марка|страна|фото|картин|изображ|image|ссылк|url',
  '(^| )дата|(^| )день|(^| )год( |$)|срок|время|момент|период|номер заказа|заказа №|№ заказа|заказ №|код (тн|окпд|океи|окп)|коммент|примеч|состав|групп|категор|раздел|статус|приоритет|рейтинг|оценк|отзыв',
  'сертифик|гаранти|вид |(^| )тип( |$)|характеристики|(^| )пол$|сезон|коллекц|телефон|(^| )тел( |$)|адрес|контакт|получател|клиент$|покупател$|инн|кпп|гтд',
  '^№$|^n$|^номер$|^(номер|№) по порядку|^№ п п$|^п п$|№ п п|№ строки|^№ пп$|^пп$|^#$|^no$|прошл|предыдущ|средн|ранее',
  '(^| )размер|(^| )цвет',
].join('|'))

/** What a market place calls its own cards by is nobody else's number. */
const marketPlace = /(^| )(wb|вб|wildberries|вайлдберриз|валберис|ozon|озон|fbo|fbs|яндекс|маркета?|мегамаркет|nmid|nm id|imtid|kaspi|aliexpress|алиэкспресс|авито|avito)( |$)/

/** '… в упаковке', '… на складе': a quantity in or on anything but the order is none of it. */
const countedElsewhere = /(^| )(?:к(?:ол)? во|количество|колво|штук|шт) (?:в|на|во) (?!заказ|заявк|шт|базов|единиц|ед( |$)|отгрузк|закуп|сегодня|завтра)/

/** 'Заказ на склад Тула' is ordered for one, 'Кол-во на складе' is in it. */
const orderForStore = /^(?:(?:до)?заказ|заявка|потребность) (?:на |для )?склада?(?: |$)/

/** The words that a heading of ordered quantities is made of; one of any other is only likely to be one. */
const orderWords = new Set(('заказ заказа заказу заказе заказать заказываю заказываем заказано заказанное заказываемое заказной заявка заявке заявки заявку заявлено заявленное потребность '
  + 'потребности затребовано требуется требуемое поставке нужно нужное надо необходимо необходимое дозаказ закупке закупки закупить купить взять брать берем беру order ordered').split(' '))
const countWords = new Set('количество колво колич кол во к кво qty qnt quantity число'.split(' '))
const countAlone = new Set(['количество', 'колво', 'колич', 'кол', 'кол во', 'к во', 'кво', 'qty', 'qnt', 'quantity', 'q ty'])
const unitWords = new Set('шт штук штуки штука штуках ед единиц единицах изм измерения базовых pcs уп упак упаковок кор коробок пар кг м м2 л'.split(' '))
const packWords = new Set('уп упак упаковок кор коробок'.split(' '))
const fillers = new Set(('в к для на по из и с товара товаров товар позиции позиций ваш ваша ваше наш наша наше мой моя мое клиента покупателя заказчика объем введите укажите указать проставьте впишите сюда здесь '
  + 'прошу просим отгрузить отгрузке отгрузки привезти завезти доставить to your please qty q ty сегодня завтра').split(' '))

/** What a heading made of these words alone says; undefined where it has other words, or none that means a quantity. */
function quantitySense(key: string): HeadingSense {
  const words = key.split(' ')
  const isMeant = (word: string) => orderWords.has(word) || countWords.has(word) || unitWords.has(word) || fillers.has(word)
  if (words.length > 8 || !words.every(isMeant)) return undefined
  if (words.some((word) => orderWords.has(word))) return { field: 'qnt', weight: 6 }
  if (words.some((word) => packWords.has(word))) return undefined
  const isCount = [...countAlone].some((text) => ` ${key} `.includes(` ${text} `))
  if (isCount || (words.length === 1 && ['шт', 'штук', 'штуки', 'pcs'].includes(key)) || /отгруз|привез|завез/.test(key)) return { field: 'qnt', weight: 4 }
  return undefined
}

const sizeWords = new Set('размер размеры размерный рост цвет расцветка характеристика характеристики хар ка вариант модификация исполнение комплектация size color colour и или'.split(' '))
const characteristics = /^характеристики$|товара|технич/

/** 'Размер / рост', 'Хар-ка': a heading made of such words alone. */
function sizeSense(key: string): HeadingSense {
  const isSize = key !== '' && !characteristics.test(key) && key.split(' ').every((word) => sizeWords.has(word))
  return isSize ? { field: 'size', weight: 4 } : undefined
}

/** Parts of headings that speak of a field without being one of the wordings. */
const likely: readonly { field: UploadField; weight: number; pattern: RegExp }[] = [
  { field: 'barcode', weight: 3, pattern: /штрих ?код|barcode|(^| )(?:ean|шк|баркод|gtin)/ },
  { field: 'articul', weight: 3, pattern: /(^| )артикул|(^| )арт( |$)|каталожн|vendor ?code/ },
  { field: 'qnt', weight: 3, pattern: /(^| )(до)?заказ(?!чик)|заявк|заявлен|(^| )нужно|(^| )надо|необходим|закуп|привезти|завезти/ },
  { field: 'qnt', weight: 2, pattern: /(^| )к(ол)? ?во( |$)|колич|потребност|отгрузить|к отгрузке|требуе|(^| )q ?ty( |$)|quantity/ },
  { field: 'code', weight: 2, pattern: /^код( |$)/ },
  { field: 'name', weight: 2, pattern: /наименован|названи|номенклатур|(^| )товар/ },
  { field: 'code', weight: 2, pattern: /(^| )код( |$)|(^| )code( |$)/ },
]

/** A name, whatever else it promises: 'Наименование, характеристика, сорт, артикул товара'. */
const naming = /^(?:товар )?наименование (?:и |товара? |продукции )*(?:товар|продукц|изделия|характеристик|описани|марк)/

/** An article, whoever gave it: 'Каталожный номер производителя', and as the forms of specifications have it (GOST 21.110). */
const articleNumber = /^(?:артикул|арт|каталожный (?:номер|№)|партномер|тип марка обозначение|тип марка)( |$)/

/** 'Заказ от 20.11.2026' and 'Заявка № 5' head a document, not a column. */
const ofDocument = /(?:^| )(?:заказ|заявка)(?: № ?\S+)? (?:от|№) \d/

/** 'Кол-во, ед. изм.' is about a quantity all the same. */
const measured = / (?:в )?(?:ед|единица|базовых единицах|единицах)(?: изм| измерения| хранения)?$/
const unitOfMeasure = /^(?:ед|единиц[аы])( |$)|(?:^| )ед изм|единиц[аы] измер|^(?:еи|е и|изм|измерение|мера|unit|units|uom)$/

const longestHeading = 80

/** Whether a column of codes holds ours, by its heading: 'Код поставщика', 'Ваш код'. */
export function isSupplierCode(heading: string): boolean {
  return supplierCodes.includes(headingKey(heading))
}

/** For whom, or when, so much is wanted: a shop, a town's street, a month. */
export function namesPlace(heading: string): boolean {
  return /магазин|точк|филиал|(^| )т?р?ц( |$)|рынок|бутик|салон|объект|бригад|(^| )(ул|пр|пер|г)( |$)|улиц|январ|феврал|(^| )март|апрел|(^| )ма[йя]( |$)|июн|июл|август|сентябр|октябр|ноябр|декабр|недел|^\d{1,2} \d{1,2}( \d{2,4})?$/.test(headingKey(heading))
}

/** 'Склад №2': beside shops one of them; alone it tells what is in stock there. */
export function namesStore(heading: string): boolean {
  return headingKey(heading).startsWith('склад ')
}

/** What one costs, not a sum, an old price or a discount. */
export function isPrice(heading: string): boolean {
  return /^(?:цена|price)(?: за)?(?: (?:шт|ед|единицу|руб|р|с ндс|вкл ндс|за шт|за ед|опт|оптовая|закупочная|договорная|ваша))*$/.test(headingKey(heading))
}

/** 'Закупка', 'Покупка': so much is bought, or it is bought for so much. */
export function mayBePrice(heading: string): boolean {
  return /^(?:наша |ваша )?(?:закупка|закуп|закупочная|покупка|приобретение)(?: (?:шт|ед|наша|ваша|товара))*$/.test(headingKey(heading))
}

/** Whether a column tells a price or a sum of money, whosever it is: 'Розница', 'Опт', 'Сумма'. */
export function namesPrice(heading: string): boolean {
  return /цен|розн|(^| )опт|(^| )(?:ррц|мрц|рц)( |$)|расценк|сумм|стоимост|руб|тариф|прайс|наценк|марж|скидк|price|продаж|реализ/.test(headingKey(heading))
}

/** Who makes or brands the goods; 'Поставщик' is somebody else. */
export function isBrandHeading(heading: string): boolean {
  return /^(?:бренд|brand|марка|торговая марка|тм|вендор|фирма|производител[ья]|изготовител[ья]|завод|завод изготовитель|завод производитель|фирма производитель|бренд производитель|производитель бренд|manufacturer|vendor)(?: товара)?$/.test(headingKey(heading))
}

/** Whether a column says what the quantities are counted in. */
export function isUnit(heading: string): boolean {
  return unitOfMeasure.test(headingKey(heading))
}

/** The packs or thousands that a heading counts in, 'Заказ, уп.' → 'уп', 'тыс. шт' → 'тыс'; '' where it counts something else. */
export function packsIn(heading: string): string {
  return headingKey(heading).split(' ').find((word) => isPackUnit(word) || unitMultiplier(word.replace(/\d/g, '')) !== 1) ?? ''
}

/** Whether a column sums up those beside it. */
export function isTotal(heading: string): boolean {
  return /^(?:итого|всего|общее$|общее (?:кол во|кол|количество)|общий заказ|total)(?: (?:шт|штук|кол во|количество|к заказу|заказ|заказано|по всем|магазинам|по магазинам))*$/.test(headingKey(heading))
}

/** Lower case without punctuation, ё as е: 'Кол-во, шт.' → 'кол во шт'. */
export function headingKey(text: string): string {
  if (text.length > longestHeading * 2) return ''
  return text.toLowerCase().replaceAll('ё', 'е').replace(/[^a-zа-я0-9№]+/g, ' ').replaceAll('№', ' № ').replace(/\s+/g, ' ').trim()
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
  if (mayBePrice(heading)) return { field: 'qnt', weight: 2 }
  if (orderForStore.test(key)) return { field: 'qnt', weight: 3 }
  if (isSizeKey(key)) return undefined
  if (marketPlace.test(key)) return 'other'
  const counted = [key, unbroken, plain].map(quantitySense).find((found) => found !== undefined)
  if (counted) return counted
  const sized = sizeSense(key)
  if (sized) return sized
  if (countedElsewhere.test(plain) || countedElsewhere.test(unbroken)) return 'other'
  if (naming.test(unbroken)) return { field: 'name', weight: 4 }
  if (articleNumber.test(plain) && !/\d/.test(plain)) return { field: 'articul', weight: 4 }
  if (others.test(plain) || others.test(unbroken.replace(measured, ''))) return 'other'
  const part = likely.find(({ pattern }) => pattern.test(plain))
  return part && { field: part.field, weight: part.weight }
}
