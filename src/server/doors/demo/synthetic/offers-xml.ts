import { attribute, block, element } from '../xml.ts'
import { catalogueId, priceTypesOf, type SyntheticGood, type SyntheticOffer, warehousesOf } from './synthetic-goods.ts'
import { characteristicLines, headLines, unitLines } from './goods-xml.ts'
import type { Settings } from './options.ts'

const packOfTen = 10

export function packageHead(settings: Settings): string[] {
  const id = catalogueId(settings)
  return [
    element('Ид', `${id}#`),
    element('Наименование', 'Пакет предложений (Основной каталог)'),
    element('ИдКаталога', id),
    element('ИдКлассификатора', id),
  ]
}

/** The part of an offer in a folder of 3.1; otherwise all parts are in one file. */
export type OfferPart = 'names' | 'prices' | 'stock'

export function offerLines(
  settings: Settings,
  good: SyntheticGood,
  index: number,
  parts: readonly OfferPart[],
): string[] {
  return good.offers.flatMap((offer) => {
    const id = offer.variantId === undefined ? good.id : `${good.id}#${offer.variantId}`
    return block('Предложение', [
      ...(parts.includes('names') ? nameLines(settings, good, offer, id) : [element('Ид', id)]),
      ...(parts.includes('prices') ? block('Цены', priceLines(settings, offer, index)) : []),
      ...(parts.includes('stock') ? stockLines(settings, offer) : []),
    ])
  })
}

/** An offer of ИзмененияПакетаПредложений: the characteristic separate from the good, Склады instead of Склад. */
export function changeLines(settings: Settings, good: SyntheticGood): string[] {
  return good.offers.flatMap((offer) =>
    block('Предложение', [
      element('Ид', good.id),
      ...(offer.variantId === undefined ? [] : [element('ИдХарактеристики', offer.variantId)]),
      ...warehousesOf(settings).map(({ id }, index) =>
        element('Склады', '', stockAttributes(id, offer.stocksMilli[index] ?? 0)),
      ),
      element('Количество', quantity(total(offer))),
    ]),
  )
}

function nameLines(settings: Settings, good: SyntheticGood, offer: SyntheticOffer, id: string): string[] {
  const { dialect } = settings
  const { verbose } = dialect
  return [
    ...headLines(settings, id, good.deleted),
    ...(dialect.split ? [] : [element('Артикул', good.article)]),
    element('Наименование', offer.name),
    ...(dialect.split ? [element('Штрихкод', '')] : verbose ? unitLines(settings, good.unit) : []),
    ...characteristicLines(settings, offer.characteristics),
  ]
}

function priceLines(settings: Settings, offer: SyntheticOffer, index: number): string[] {
  const { verbose } = settings.dialect
  const coefficient = settings.dialect.oddPrices && index % 7 === 0 ? packOfTen : 1
  return priceTypesOf(settings).flatMap(({ id, currency, vatIncluded }, type) => {
    const text = roubles((offer.pricesKopecks[type] ?? 0) * coefficient)
    return block('Цена', [
      ...(verbose
        ? [element('Представление', `${text.replace('.', ',')} ${currency} за ${coefficient === 1 ? 'шт' : 'упак'}`)]
        : []),
      element('ИдТипаЦены', id),
      element('ЦенаЗаЕдиницу', text),
      element('Валюта', currency),
      ...(settings.dialect.split
        ? block('Налог', [element('Наименование', 'НДС'), element('УчтеноВСумме', String(vatIncluded))])
        : verbose
          ? [element('Единица', coefficient === 1 ? 'шт' : 'упак'), element('Коэффициент', coefficient)]
          : []),
    ])
  })
}

function stockLines(settings: Settings, offer: SyntheticOffer): string[] {
  const warehouses = warehousesOf(settings).map(({ id }, index) => ({ id, onHand: offer.stocksMilli[index] ?? 0 }))
  switch (settings.dialect.stock) {
    case 'total':
      return [element('Количество', quantity(total(offer)))]
    case 'attributes':
      return [
        element('Количество', quantity(total(offer))),
        ...warehouses.map(({ id, onHand }) => element('Склад', '', stockAttributes(id, onHand))),
      ]
    case 'rests':
      return block(
        'Остатки',
        warehouses.flatMap(({ id, onHand }) =>
          block('Остаток', block('Склад', [element('Ид', id), element('Количество', quantity(onHand))])),
        ),
      )
    case 'changes':
      return []
  }
}

function stockAttributes(id: string, onHand: number): string {
  return [attribute('ИдСклада', id), attribute('КоличествоНаСкладе', quantity(onHand))].join(' ')
}

function total(offer: SyntheticOffer): number {
  return offer.stocksMilli.reduce((sum, onHand) => sum + onHand, 0)
}

function roubles(kopecks: number): string {
  return String(kopecks / 100)
}

function quantity(thousandths: number): string {
  return String(thousandths / 1000)
}
