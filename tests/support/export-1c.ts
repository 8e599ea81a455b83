/** Small hand-written CommerceML, for tests with exact input. */
export type GoodInput = {
  id: string
  name?: string
  inner?: string
  attributes?: string
}

export function importXml(
  goods: (GoodInput | string)[],
  options: { catalogue?: string; full?: boolean; classifier?: string } = {},
): string {
  const { catalogue = 'catalogue-1', full = false, classifier = '' } = options
  return document(`${classifier}<Каталог СодержитТолькоИзменения="${String(!full)}"><Ид>${catalogue}</Ид>
    <Наименование>Каталог</Наименование>
    <Товары>${goods.map((good) => (typeof good === 'string' ? good : goodXml(good))).join('\n')}</Товары></Каталог>`)
}

export function goodXml({ id, name = `Товар ${id}`, inner = '', attributes = '' }: GoodInput): string {
  return `<Товар ${attributes}><Ид>${id}</Ид><Наименование>${name}</Наименование>${inner}</Товар>`
}

export function classifierXml({ groups = '', properties = '' }: { groups?: string; properties?: string }): string {
  return (
    `<Классификатор><Ид>k</Ид><Наименование>К</Наименование><Группы>${groups}</Группы>` +
    `<Свойства>${properties}</Свойства></Классификатор>`
  )
}

export function propertyXml(id: string, name: string, type = 'Строка'): string {
  return `<Свойство><Ид>${id}</Ид><Наименование>${name}</Наименование><ТипЗначений>${type}</ТипЗначений></Свойство>`
}

export function valuesXml(values: Record<string, string>): string {
  const each = Object.entries(values).map(
    ([id, value]) => `<ЗначенияСвойства><Ид>${id}</Ид><Значение>${value}</Значение></ЗначенияСвойства>`,
  )
  return `<ЗначенияСвойств>${each.join('')}</ЗначенияСвойств>`
}

export function offersXml(
  offers: string[],
  options: { catalogue?: string; full?: boolean; head?: string } = {},
): string {
  const { catalogue = 'catalogue-1', full = false, head = '' } = options
  return document(`<ПакетПредложений СодержитТолькоИзменения="${String(!full)}"><Ид>${catalogue}#</Ид>
    <ИдКаталога>${catalogue}</ИдКаталога>${head}
    <Предложения>${offers.join('\n')}</Предложения></ПакетПредложений>`)
}

export function offerXml(id: string, inner: string, name = ''): string {
  return `<Предложение><Ид>${id}</Ид>${name === '' ? '' : `<Наименование>${name}</Наименование>`}${inner}</Предложение>`
}

export function pricesXml(prices: Record<string, string>, more = ''): string {
  const each = Object.entries(prices).map(
    ([type, amount]) => `<Цена><ИдТипаЦены>${type}</ИдТипаЦены><ЦенаЗаЕдиницу>${amount}</ЦенаЗаЕдиницу>${more}</Цена>`,
  )
  return `<Цены>${each.join('')}</Цены>`
}

export function stocksXml(stocks: Record<string, number | string>): string {
  return Object.entries(stocks)
    .map(([id, quantity]) => `<Склад ИдСклада="${id}" КоличествоНаСкладе="${quantity}"/>`)
    .join('')
}

export function document(inner: string): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<КоммерческаяИнформация ВерсияСхемы="2.08" ' +
    `ДатаФормирования="2026-11-20T10:00:00">${inner}</КоммерческаяИнформация>`
  )
}
