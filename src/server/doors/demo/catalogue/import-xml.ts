import { guidFor } from '../random.ts'
import { attribute, block, element } from '../xml.ts'
import { documentLines, ownerLines } from './document.ts'
import { documentsOf } from './documents.ts'
import { flags, type Good } from './good.ts'
import { demoCatalogue } from './identifiers.ts'
import { units } from './line.ts'
import { picturePath } from './pictures.ts'
import { type Properties, propertiesOf, exportedValue } from './properties.ts'

/** import0_1.xml: classifier (groups, properties) and catalogue (goods without prices). */
export function importXml(goods: readonly Good[], seed: number, formedAt: string): string {
  const properties = propertiesOf(goods, seed)
  return documentLines(formedAt, [
    ...block('Классификатор', [
      element('Ид', demoCatalogue.id),
      element('Наименование', `Классификатор (${demoCatalogue.name})`),
      ...ownerLines(),
      ...block(
        'Группы',
        groupTree(goods).flatMap((group) => groupLines(group, seed)),
      ),
      ...block('Свойства', [...properties.values()].flatMap(propertyLines)),
    ]),
    ...block(
      'Каталог',
      [
        element('Ид', demoCatalogue.id),
        element('ИдКлассификатора', demoCatalogue.id),
        element('Наименование', demoCatalogue.name),
        ...ownerLines(),
        ...block(
          'Товары',
          goods.flatMap((good) => goodLines(good, properties, seed)),
        ),
      ],
      attribute('СодержитТолькоИзменения', 'false'),
    ),
  ])
}

export function unitLines(good: Good): string[] {
  const unit = units[good.unit]
  const recalculation = (code: string, coefficient: number) =>
    block('Пересчет', [element('Единица', code), element('Коэффициент', coefficient)])
  return block(
    'БазоваяЕдиница',
    [
      ...recalculation(unit.code, 1),
      ...(good.packCoefficient === undefined ? [] : recalculation('778', good.packCoefficient)),
    ],
    [
      attribute('Код', unit.code),
      attribute('НаименованиеПолное', unit.full),
      attribute('МеждународноеСокращение', unit.international),
      attribute('НаименованиеКраткое', good.unit),
    ].join(' '),
  )
}

interface Group {
  path: string
  name: string
  children: Group[]
}

function groupTree(goods: readonly Good[]): Group[] {
  const root: Group = { path: '', name: '', children: [] }
  for (const category of new Set(goods.map((good) => good.category))) {
    let parent = root
    for (const name of category.split('/')) {
      const path = parent.path === '' ? name : `${parent.path}/${name}`
      const known = parent.children.find((child) => child.name === name)
      const group = known ?? { path, name, children: [] }
      if (known === undefined) parent.children.push(group)
      parent = group
    }
  }
  return root.children
}

function groupLines(group: Group, seed: number): string[] {
  const children = group.children.flatMap((child) => groupLines(child, seed))
  return block('Группа', [
    element('Ид', groupId(group.path, seed)),
    element('Наименование', group.name),
    ...(children.length === 0 ? [] : block('Группы', children)),
  ])
}

function propertyLines(property: Properties extends ReadonlyMap<string, infer P> ? P : never): string[] {
  const values = [...property.values].flatMap(([value, id]) =>
    block('Справочник', [element('ИдЗначения', id), element('Значение', value)]),
  )
  return block('Свойство', [
    element('Ид', property.id),
    element('Наименование', property.name),
    element('ТипЗначений', property.kind),
    ...(values.length === 0 ? [] : block('ВариантыЗначений', values)),
  ])
}

function goodLines(good: Good, properties: Properties, seed: number): string[] {
  return block('Товар', [
    element('Ид', good.id),
    ...(good.variants.length === 0 ? [element('Штрихкод', good.barcode)] : []),
    element('Артикул', good.article),
    element('Наименование', good.name),
    ...unitLines(good),
    ...block('Группы', [element('Ид', groupId(good.category, seed))]),
    element('Описание', good.description),
    ...good.pictures.map((key) => element('Картинка', picturePath(key))),
    ...block('Изготовитель', [
      element('Ид', guidFor(seed, `brand ${good.brand}`)),
      element('Наименование', good.brand),
      element('ОфициальноеНаименование', good.brand),
    ]),
    ...block('ЗначенияСвойств', propertyValues(good, properties)),
    ...block('СтавкиНалогов', block('СтавкаНалога', [element('Наименование', 'НДС'), element('Ставка', 22)])),
    ...block(
      'ЗначенияРеквизитов',
      requisites(good).flatMap(([name, value]) =>
        block('ЗначениеРеквизита', [element('Наименование', name), element('Значение', value)]),
      ),
    ),
  ])
}

function propertyValues(good: Good, properties: Properties): string[] {
  const marked = flags.filter((flag) => good.flags.includes(flag)).map((flag) => [flag, 'Да'] as const)
  return [...good.params, ...marked].flatMap(([name, value]) => {
    const written = exportedValue(properties, name, value)
    return block('ЗначенияСвойства', [element('Ид', written.propertyId), element('Значение', written.value)])
  })
}

function requisites(good: Good): [string, string][] {
  return [
    ['ВидНоменклатуры', good.category.split('/')[0] ?? ''],
    ['ТипНоменклатуры', 'Товар'],
    ['Полное наименование', good.name],
    ['Код', good.code],
    ['Вес', decimal(good.grams)],
    ['Объем', (good.grams * 0.0000022).toFixed(6)],
    ...documentsOf(good).map(({ path, name }): [string, string] => ['ОписаниеФайла', `${path}#${name}`]),
  ]
}

function groupId(path: string, seed: number): string {
  return guidFor(seed, `group ${path}`)
}

function decimal(thousandths: number): string {
  return (thousandths / 1000).toFixed(3)
}
