import {
  classifierXml,
  goodXml,
  importXml,
  offersXml,
  offerXml,
  pricesXml,
  propertyXml,
  stocksXml,
  valuesXml,
} from '#tests/support/export-1c.ts'

type Good = {
  name: string
  articul: string
  code: string
  barcode?: string
  brand?: string
  unit?: string
  step?: number
  sizes?: readonly string[]
}

export const collidingPriceType = 'price-wholesale'
export const collidingWarehouse = 'warehouse-main'
const group = 'group-all'

/**
 * CommerceML of a shop whose numbers collide: articles are bare numbers, 1C's codes are other goods' articles, barcodes
 * are prefixes of others, names are other goods' articles or differ in one word. Two files.
 */
export function collidingExport(): { 'import.xml': string; 'offers.xml': string } {
  const goods = collidingGoods()
  const head = `<ТипыЦен><ТипЦены><Ид>${collidingPriceType}</Ид><Наименование>Оптовая</Наименование>
    <Валюта>RUB</Валюта></ТипЦены></ТипыЦен>
    <Склады><Склад><Ид>${collidingWarehouse}</Ид><Наименование>Основной</Наименование></Склад></Склады>`
  const classifier = classifierXml({
    groups: `<Группа><Ид>${group}</Ид><Наименование>Весь товар</Наименование></Группа>`,
    properties: propertyXml('p-step', 'Кратность'),
  })
  return {
    'import.xml': importXml(goods.map(importOf), { full: true, classifier }),
    'offers.xml': offersXml(goods.flatMap(offersOf), { full: true, head }),
  }
}

function importOf(
  { name, articul, code, barcode = '', brand = '', unit = 'шт', step = 1 }: Good,
  number: number,
): string {
  const inner = `${barcode === '' ? '' : `<Штрихкод>${barcode}</Штрихкод>`}<Артикул>${articul}</Артикул>
    <Группы><Ид>${group}</Ид></Группы>
    <БазоваяЕдиница Код="796" НаименованиеПолное="${unit}">${unit}</БазоваяЕдиница>
    ${brand === '' ? '' : `<Изготовитель><Ид>brand-${brand}</Ид><Наименование>${brand}</Наименование></Изготовитель>`}
    ${step === 1 ? '' : valuesXml({ 'p-step': String(step) })}
    <ЗначенияРеквизитов><ЗначениеРеквизита><Наименование>Код</Наименование><Значение>${code}</Значение>
    </ЗначениеРеквизита></ЗначенияРеквизитов>`
  return goodXml({ id: `good-${number}`, name, inner })
}

function offersOf({ name, sizes }: Good, number: number): string[] {
  const inner =
    pricesXml({ [collidingPriceType]: String(50 + ((number * 37) % 1900)) }) +
    stocksXml({ [collidingWarehouse]: 100_000 })
  if (!sizes) return [offerXml(`good-${number}`, inner)]
  return sizes.map((size) => {
    const characteristic = `<ХарактеристикиТовара><ХарактеристикаТовара><Наименование>Размер</Наименование>
      <Значение>${size}</Значение></ХарактеристикаТовара></ХарактеристикиТовара>`
    return offerXml(`good-${number}#size-${size}`, inner + characteristic, `${name} (${size})`)
  })
}

function collidingGoods(): Good[] {
  return [
    ...numbered(),
    ...codesAsArticles(),
    ...barcodePrefixes(),
    ...namesAsArticles(),
    ...twoBrands(),
    ...leadingZeros(),
    ...wordsAsArticles(),
    ...sized(),
    ...duplicateNames(),
  ]
}

const kinds = ['Болт', 'Винт', 'Шпилька', 'Саморез', 'Анкер', 'Дюбель', 'Заклёпка', 'Шуруп'] as const
const coats = ['оцинкованный', 'чёрный', 'нержавеющий', 'жёлтый цинк', 'белый'] as const
const lengths = [16, 20, 25, 30, 35, 40, 50, 60, 70, 80] as const
const threads = ['М4', 'М5', 'М6', 'М8', 'М10'] as const

/** Articles 1…2000, each equal to the code of another good; neighbours differ in one word or size. */
function numbered(): Good[] {
  return Array.from({ length: 2000 }, (_, index) => {
    const kind = kinds[index % kinds.length] ?? ''
    const rest = Math.floor(index / kinds.length)
    const length = lengths[rest % lengths.length] ?? 0
    const thread = threads[Math.floor(rest / lengths.length) % threads.length] ?? ''
    const coat = coats[Math.floor(rest / lengths.length / threads.length) % coats.length] ?? ''
    const number = ((index * 7) % 2000) + 1
    return {
      name: `${kind} ${thread} × ${length} ${coat}`,
      articul: String(index + 1),
      code: `00-${String(number).padStart(8, '0')}`,
      barcode: `46${String(10_000_000_000 + index * 13).slice(1)}${index % 10}`,
      unit: index % 41 === 0 ? 'кг' : 'шт',
      step: index % 11 === 0 ? 10 : 1,
    }
  })
}

function codesAsArticles(): Good[] {
  return Array.from({ length: 60 }, (_, index) => ({
    name: `Уголок крепёжный ${20 + index} мм`,
    articul: `00-${String((index + 1) * 15).padStart(8, '0')}`,
    code: `00-${String(3000 + index).padStart(8, '0')}`,
  }))
}

function barcodePrefixes(): Good[] {
  const whole = '4601234567893'
  return Array.from({ length: 11 }, (_, index) => ({
    name: `Лента малярная ${10 + index * 5} мм`,
    articul: `ЛМ-${10 + index * 5}`,
    code: `00-${String(3100 + index).padStart(8, '0')}`,
    barcode: whole.slice(0, 3 + index),
  }))
}

function namesAsArticles(): Good[] {
  return Array.from({ length: 30 }, (_, index) => [
    {
      name: `Смазка проникающая № ${index + 1}`,
      articul: `СП-${index + 40}`,
      code: `00-${String(3200 + index).padStart(8, '0')}`,
    },
    { name: `СП-${index + 40}`, articul: `М${index + 400}`, code: `00-${String(3300 + index).padStart(8, '0')}` },
  ]).flat()
}

function twoBrands(): Good[] {
  return Array.from({ length: 60 }, (_, index) =>
    ['Матрикс', 'Сибртех'].map((brand, second) => ({
      name: `Ключ рожковый ${6 + index} мм ${brand}`,
      articul: `К-${500 + index}`,
      code: `00-${String(3400 + index * 2 + second).padStart(8, '0')}`,
      brand,
    })),
  ).flat()
}

function leadingZeros(): Good[] {
  return Array.from({ length: 40 }, (_, index) => ({
    name: `Сверло по бетону ${4 + index} мм`,
    articul: `00${index + 12}`,
    code: `00-${String(3600 + index).padStart(8, '0')}`,
  }))
}

function wordsAsArticles(): Good[] {
  const articles = [
    '2024',
    '2025',
    '2026',
    '500',
    '990',
    '1490',
    'шт',
    'кг',
    'Код',
    'Артикул',
    'Заказ',
    'Итого',
    'нет',
    '-',
    '18.11.2026',
    '12:30',
    '20%',
    'М8',
    '10 шт',
  ]
  return articles.map((articul, index) => ({
    name: `Набор подарочный «${['Весна', 'Лето', 'Осень', 'Зима'][index % 4] ?? ''}-${index + 1}»`,
    articul,
    code: `00-${String(3700 + index).padStart(8, '0')}`,
  }))
}

function sized(): Good[] {
  const shoes = Array.from({ length: 11 }, (_, index) => String(38 + index))
  const models = [
    'Ботинки «Трасса»',
    'Ботинки «Трасса» зимние',
    'Сапоги «Болото»',
    'Полуботинки «Цех»',
    'Галоши «Дача»',
  ]
  return models.map((name, index) => ({
    name,
    articul: `ОБ-${index + 1}`,
    code: `00-${String(3800 + index).padStart(8, '0')}`,
    unit: 'пара',
    sizes: shoes,
  }))
}

function duplicateNames(): Good[] {
  return Array.from({ length: 20 }, (_, index) => ({
    name: `Перчатки х/б ${Math.floor(index / 2) + 3} нити`,
    articul: `ПХ-${index + 1}`,
    code: `00-${String(3900 + index).padStart(8, '0')}`,
    unit: 'пара',
  }))
}
