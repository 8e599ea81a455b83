import { attribute, block, element } from '../xml.ts'
import { documentLines, ownerLines } from './document.ts'
import type { Good, Supply, Variant } from './good.ts'
import { demoCatalogue, demoPriceTypes, demoWarehouses } from './identifiers.ts'
import { unitLines } from './import-xml.ts'
import { type UnitName, units } from './line.ts'

/** offers0_1.xml: price types, warehouses, prices and stock of every good, or of its variants if it has any. */
export function offersXml(goods: readonly Good[], formedAt: string): string {
  return documentLines(formedAt, [
    ...block('Классификатор', [
      element('Ид', demoCatalogue.id),
      element('Наименование', `Классификатор (${demoCatalogue.name})`),
      ...ownerLines(),
    ]),
    ...block(
      'ПакетПредложений',
      [
        element('Ид', `${demoCatalogue.id}#`),
        element('Наименование', `Пакет предложений (${demoCatalogue.name})`),
        element('ИдКаталога', demoCatalogue.id),
        element('ИдКлассификатора', demoCatalogue.id),
        ...ownerLines(),
        ...block('ТипыЦен', Object.values(demoPriceTypes).flatMap(priceTypeLines)),
        ...block('Склады', Object.values(demoWarehouses).flatMap(warehouseLines)),
        ...block('Предложения', goods.flatMap(offersOf)),
      ],
      attribute('СодержитТолькоИзменения', 'false'),
    ),
  ])
}

function priceTypeLines({ id, name }: { id: string; name: string }): string[] {
  return block('ТипЦены', [
    element('Ид', id),
    element('Наименование', name),
    element('Валюта', 'RUB'),
    ...block('Налог', [element('Наименование', 'НДС'), element('УчтеноВСумме', 'true'), element('Акциз', 'false')]),
  ])
}

function warehouseLines({ id, name, address }: { id: string; name: string; address: string }): string[] {
  return block('Склад', [
    element('Ид', id),
    element('Наименование', name),
    ...block('Адрес', [element('Представление', address)]),
  ])
}

function offersOf(good: Good): string[] {
  if (good.variants.length === 0) return offerLines(good, good.id, good)
  return good.variants.flatMap((variant) => offerLines(good, `${good.id}#${variant.id}`, variant))
}

function offerLines(good: Good, id: string, offer: Good | Variant): string[] {
  const { supply } = offer
  const stocks = [
    [demoWarehouses.moscow.id, supply.moscowMilli],
    [demoWarehouses.petersburg.id, supply.petersburgMilli],
    [demoWarehouses.kazan.id, supply.kazanMilli],
  ] as const
  return block('Предложение', [
    element('Ид', id),
    element('Штрихкод', offer.barcode),
    element('Артикул', offer.article),
    element('Наименование', offer.name),
    ...unitLines(good),
    ...(offer === good ? [] : characteristicLines(offer.params)),
    ...block('Цены', priceLines(supply, good.unit)),
    element('Количество', quantity(stocks.reduce((sum, [, onHand]) => sum + onHand, 0))),
    ...stocks.map(([warehouse, onHand]) =>
      element(
        'Склад',
        '',
        [attribute('ИдСклада', warehouse), attribute('КоличествоНаСкладе', quantity(onHand))].join(' '),
      ),
    ),
  ])
}

function characteristicLines(params: ReadonlyMap<string, string>): string[] {
  return block(
    'ХарактеристикиТовара',
    [...params].flatMap(([name, value]) =>
      block('ХарактеристикаТовара', [element('Наименование', name), element('Значение', value)]),
    ),
  )
}

function priceLines(supply: Supply, unit: UnitName): string[] {
  const prices = [
    [demoPriceTypes.wholesale.id, supply.wholesaleKopecks],
    [demoPriceTypes.largeWholesale.id, supply.largeWholesaleKopecks],
    [demoPriceTypes.dealer.id, supply.dealerKopecks],
    [demoPriceTypes.recommended.id, supply.recommendedKopecks],
  ] as const
  return prices.flatMap(([type, kopecks]) =>
    block('Цена', [
      element('Представление', `${formatRoubles(kopecks)} RUB за ${unit}`),
      element('ИдТипаЦены', type),
      element('ЦенаЗаЕдиницу', roubles(kopecks)),
      element('Валюта', 'RUB'),
      element('Единица', units[unit].code),
      element('Коэффициент', 1),
    ]),
  )
}

/** 123450 → '1234.5', as 1C writes numbers: no trailing zeros. */
function roubles(kopecks: number): string {
  return trimmed(Math.floor(kopecks / 100), String(kopecks % 100).padStart(2, '0'))
}

function quantity(thousandths: number): string {
  return trimmed(Math.floor(thousandths / 1000), String(thousandths % 1000).padStart(3, '0'))
}

function trimmed(whole: number, fraction: string): string {
  const rest = fraction.replace(/0+$/, '')
  return rest === '' ? String(whole) : `${whole}.${rest}`
}

function formatRoubles(kopecks: number): string {
  const [whole = '', fraction] = roubles(kopecks).split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ' ')
  return fraction === undefined ? grouped : `${grouped},${fraction.padEnd(2, '0')}`
}
