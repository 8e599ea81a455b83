/** Makes YML files for tests. */
export type YmlOffer = { id: string; name?: string; price?: string; attributes?: string; more?: string }

export function ymlFile(
  offers: YmlOffer[],
  { categories = '<category id="1">Свет</category>', head = '' } = {},
): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${head}
<yml_catalog date="2026-11-20T12:00:00+03:00"><shop><name>Опт</name>
<currencies><currency id="RUR" rate="1"/></currencies>
<categories>${categories}</categories><offers>${offers.map(ymlOffer).join('\n')}</offers></shop></yml_catalog>`
}

function ymlOffer({ id, name = `Товар ${id}`, price = '100', attributes = '', more = '' }: YmlOffer): string {
  return `<offer id="${id}" ${attributes}><name>${name}</name><price>${price}</price><currencyId>RUR</currencyId>
<categoryId>1</categoryId>${more}</offer>`
}
