/** What buyers see of a parameter, made of what 1C sends, of what staff have set beside it, and of the data (ADR 24). SQL over `parameter` = parameters. */

/** A parameter whose values hardly repeat narrows nothing down: with at least so many values for this share of its goods. */
export const ownValues = { minValues: 50, minShare: 0.7 } as const

/** The name that buyers read, with its unit. */
export const parameterHeader = `coalesce(nullif(parameter.staff_name, ''), parameter.name) || case when parameter.unit = '' then '' else ', ' || parameter.unit end`

/** Those that staff have put in order stand first, in that order; the others as 1C brought them. */
export const parameterPosition = 'coalesce(parameter.staff_position, 1000000 + parameter.position)'

/** Names by which 1C keeps what concerns the seller alone; in lower case, with 'е' for 'ё'. */
const internalNames = [
  'поставщик', 'основной поставщик', 'код поставщика', 'закупщик', 'ответственный', 'ответственный менеджер', 'менеджер по закупкам',
  'ячейка', 'ячейка хранения', 'складская ячейка', 'адрес хранения', 'место хранения', 'место на складе',
  'серийный номер', 'серийные номера', 'заводской номер', 'закупочная цена', 'цена закупки', 'себестоимость',
]

/** 1C's name of a parameter, as names are compared. */
export const foldedParameterName = "translate(lower(btrim(regexp_replace(parameter.name, '\\s+', ' ', 'g'), ' :')), 'ё', 'е')"

/** What 1C calls the values of a variant by which it tells them apart, where it names them at all. */
export const characteristicName = 'характеристика'

/** Why buyers do not see a parameter until staff show it; null: they see it. */
export const hiddenBecause = `case
  when ${foldedParameterName} in (${internalNames.map((name) => `'${name}'`).join(', ')}) then 'internal'
  when exists (select from parameter_use used where used.parameter_id = parameter.id and used.told_by_others) then 'repeated'
  when ${hasOwnValues()} then 'ownValues' end`

/** Nearly every good has a value of its own: an inventory number, a number of a drawing, a batch. */
function hasOwnValues(): string {
  return `exists (select from parameter_use used where used.parameter_id = parameter.id
  and used.distinct_values >= ${ownValues.minValues} and used.distinct_values >= ${ownValues.minShare} * used.goods)`
}

export const isInFilter = `coalesce(parameter.in_filter, parameter.filterable and ${hiddenBecause} is null)`

export const isInCard = `coalesce(parameter.in_card, ${hiddenBecause} is null)`
