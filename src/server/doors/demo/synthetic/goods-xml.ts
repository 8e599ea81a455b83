import { guidFor } from '../random.ts'
import { attribute, block, element } from '../xml.ts'
import {
  catalogueId,
  groupsOf,
  priceTypesOf,
  propertyId,
  type SyntheticGood,
  type SyntheticOffer,
  valueId,
  warehousesOf,
} from './synthetic-goods.ts'
import type { Settings } from './options.ts'
import { listProperties } from './vocabulary.ts'

/** Ид and, in 3.1, the attributes of every object. */
export function headLines({ dialect }: Settings, id: string, deleted = false): string[] {
  if (dialect.deletion === 'status') return [element('Ид', id)]
  return [element('Ид', id), element('НомерВерсии', 'AAAAAQAAAAA='), element('ПометкаУдаления', String(deleted))]
}

export function onlyChanges(full: boolean): string {
  return attribute('СодержитТолькоИзменения', String(!full))
}

export function classifierLines(settings: Settings, inside: readonly string[]): string[] {
  const attributes = settings.dialect.split ? onlyChanges(settings.full) : ''
  return block(
    'Классификатор',
    [element('Ид', catalogueId(settings)), element('Наименование', 'Классификатор (Основной каталог)'), ...inside],
    attributes,
  )
}

export function groupLines(settings: Settings): string[] {
  const groups = groupsOf(settings).flatMap(({ id, name, children }) =>
    block('Группа', [
      ...headLines(settings, id),
      element('Наименование', name),
      ...block(
        'Группы',
        children.flatMap((child) =>
          block('Группа', [...headLines(settings, child.id), element('Наименование', child.name)]),
        ),
      ),
    ]),
  )
  return block('Группы', groups)
}

export function propertyLines(settings: Settings): string[] {
  const property = (name: string, kind: string, values: readonly string[]) =>
    block('Свойство', [
      ...headLines(settings, propertyId(settings, name)),
      element('Наименование', name),
      element('ТипЗначений', kind),
      ...values,
    ])
  return block('Свойства', [
    ...listProperties.flatMap((list) =>
      property(
        list.name,
        'Справочник',
        block(
          'ВариантыЗначений',
          list.values.flatMap((value) =>
            block('Справочник', [element('ИдЗначения', valueId(settings, list, value)), element('Значение', value)]),
          ),
        ),
      ),
    ),
    ...property('Кратность', 'Строка', []),
    ...property('Вес брутто, г', 'Число', []),
  ])
}

export function priceTypeLines(settings: Settings): string[] {
  const types = priceTypesOf(settings).flatMap(({ id, name, currency, vatIncluded }) =>
    block('ТипЦены', [
      ...headLines(settings, id),
      element('Наименование', name),
      element('Валюта', currency),
      ...block('Налог', [element('Наименование', 'НДС'), element('УчтеноВСумме', String(vatIncluded))]),
    ]),
  )
  return block('ТипыЦен', types)
}

export function warehouseLines(settings: Settings): string[] {
  return block(
    'Склады',
    warehousesOf(settings).flatMap(({ id, name }) =>
      block('Склад', [...headLines(settings, id), element('Наименование', name)]),
    ),
  )
}

/** One Товар; in the oldest dialect one per variant. */
export function goodLines(settings: Settings, good: SyntheticGood, description: string): string[] {
  const { dialect } = settings
  if (dialect.variantsAs === 'offers' || good.offers[0]?.variantId === undefined)
    return oneGood(settings, good, description, undefined)
  return good.offers.flatMap((offer) => oneGood(settings, good, description, offer))
}

function oneGood(
  settings: Settings,
  good: SyntheticGood,
  description: string,
  variant: SyntheticOffer | undefined,
): string[] {
  const { dialect, seed } = settings
  const status = dialect.deletion === 'status' && good.deleted ? attribute('Статус', 'Удален') : ''
  const id = variant === undefined ? good.id : `${good.id}#${variant.variantId}`
  return block(
    'Товар',
    [
      ...headLines(settings, id, good.deleted),
      element('Штрихкод', good.barcode),
      element('Артикул', good.article),
      element('Наименование', variant?.name ?? good.name),
      ...unitLines(settings, good.unit),
      ...block('Группы', [element('Ид', good.groupId)]),
      element('Описание', description),
      ...block('Изготовитель', [
        element('Ид', guidFor(seed, `synthetic brand ${good.brand}`)),
        element('Наименование', good.brand),
      ]),
      ...block('ЗначенияСвойств', valueLines(settings, good)),
      ...block(
        'СтавкиНалогов',
        block('СтавкаНалога', [element('Наименование', 'НДС'), element('Ставка', dialect.vat)]),
      ),
      ...characteristicLines(settings, variant?.characteristics ?? []),
      ...block('ЗначенияРеквизитов', [
        ...(dialect.verbose ? requisite('ТипНоменклатуры', 'Товар') : []),
        ...requisite('Вес', (good.grams / 1000).toFixed(3)),
      ]),
    ],
    status,
  )
}

export function characteristicLines(settings: Settings, characteristics: SyntheticOffer['characteristics']): string[] {
  if (characteristics.length === 0) return settings.dialect.split ? [element('ХарактеристикиТовара', '')] : []
  const withId = settings.dialect.variantsAs === 'goods'
  return block(
    'ХарактеристикиТовара',
    characteristics.flatMap(([name, value]) =>
      block('ХарактеристикаТовара', [
        ...(withId ? [element('Ид', propertyId(settings, name))] : []),
        element('Наименование', name),
        element('Значение', value),
      ]),
    ),
  )
}

export function unitLines({ dialect }: Settings, unit: SyntheticGood['unit']): string[] {
  const [code, full, international] = unit === 'шт' ? ['796', 'Штука', 'PCE'] : ['166', 'Килограмм', 'KGM']
  if (dialect.unit === 'code') return [element('БазоваяЕдиница', `${code} `)]
  if (dialect.unit === 'text')
    return [
      element(
        'БазоваяЕдиница',
        unit,
        [
          attribute('Код', `${code} `),
          attribute('НаименованиеПолное', full),
          attribute('МеждународноеСокращение', international),
        ].join(' '),
      ),
    ]
  return block(
    'БазоваяЕдиница',
    block('Пересчет', [element('Единица', code), element('Коэффициент', 1)]),
    [attribute('Код', code), attribute('НаименованиеПолное', full)].join(' '),
  )
}

function valueLines(settings: Settings, good: SyntheticGood): string[] {
  const value = (name: string, text: string) =>
    block('ЗначенияСвойства', [element('Ид', propertyId(settings, name)), element('Значение', text)])
  return [
    ...listProperties.flatMap((list, index) => {
      const chosen = good.values[index]
      // 3.1 lists every property, with an empty value if it has none; others omit it.
      if (chosen === undefined) return settings.dialect.split ? value(list.name, '') : []
      return value(list.name, settings.dialect.listValues === 'id' ? valueId(settings, list, chosen) : chosen)
    }),
    ...(good.step === undefined ? [] : value('Кратность', good.step)),
    ...(settings.dialect.verbose ? value('Вес брутто, г', String(good.grams)) : []),
  ]
}

function requisite(name: string, text: string): string[] {
  return block('ЗначениеРеквизита', [element('Наименование', name), element('Значение', text)])
}
