/**
 * How buyers see a parameter, computed from 1C's data, staff's settings and statistics (ADR 24). SQL over `parameter` =
 * parameters.
 */

/** A parameter is useless as a filter if it has at least this many values for this share of its goods. */
export const uniqueValueLimits = { minValues: 50, minShare: 0.7 } as const

/** The name shown to buyers, with its unit. */
export const parameterHeader =
  "coalesce(nullif(parameter.staff_name, ''), parameter.name) || case when parameter.unit = '' then '' else ', " +
  "' || parameter.unit end"

/** Parameters ordered by staff come first, the others in 1C's order. */
export const parameterPosition = 'coalesce(parameter.staff_position, 1000000 + parameter.position)'

/**
 * Words in 1C's parameter names that concern only the seller: 'Поставщик (основной)'. Compared in lower case, with 'е'
 * for 'ё'. «Ячейка» can be a warehouse cell, but also a mesh size that buyers need.
 */
const sellerOnlyWords = [
  '(^|[^а-я])поставщик(а|у|ом|и|ов)?($|[^а-я])',
  '(^|[^а-я])закупщик',
  '(^|[^а-я])менеджер',
  '(^|[^а-я])ответственн(ый|ого|ое)($|[^а-я])',
  '^ячейка( *[(,].*)?$',
  'ячейк.*(склад|хранен|адрес)',
  '(склад|хранен|адрес).*ячейк',
  '(^|[^а-я])(место|места|адрес|полка|стеллаж|секция|зона|ряд)[^а-я].*(хранен|склад)',
  '^(основной )?склад$',
  '^склад хранения',
  '(серийн|заводск)[а-я]+ (номер|№)',
  'закупочн[а-я]+ (цена|стоимость)',
  '(цена|стоимость) (закуп|приобретен)',
  'себестоимост',
  '(^|[^а-я])(наценка|маржа|маржинальность|рентабельность)',
  '(^|[^а-я])служебн',
  'внутренн(ий|яя|ее) (код|номер|артикул|комментарий|заметка|примечание)',
]

/** Exceptions that buyers need: 'Страна поставщика', 'Артикул поставщика'. */
const buyerWords = '(^|[^а-я])(страна|артикул|гаранти|сертификат)'

/** 1C's name of a parameter, normalised for comparison. */
export const foldedParameterName =
  "translate(lower(btrim(regexp_replace(parameter.name, '\\s+', ' ', 'g'), ' :')), 'ё', 'е')"

/** 1C's name for the values that distinguish variants, where 1C gives no better one. */
export const characteristicName = 'характеристика'

/** Why a parameter is hidden until staff show it; null: it is visible. */
export const hiddenReason = `case
  when ${foldedParameterName} ~ '${sellerOnlyWords.join('|')}' and ${foldedParameterName} !~ '${buyerWords}'
    then 'internal'
  when exists (select from parameter_use used where used.parameter_id = parameter.id and used.told_by_others)
    then 'repeated'
  when ${hasOwnValues()} then 'ownValues' end`

/** Nearly every good has a different value: an inventory number, a drawing number, a batch. */
function hasOwnValues(): string {
  return `exists (select from parameter_use used where used.parameter_id = parameter.id
  and used.distinct_values >= ${uniqueValueLimits.minValues}
  and used.distinct_values >= ${uniqueValueLimits.minShare} * used.goods)`
}

export const isInFilter = `coalesce(parameter.in_filter, parameter.filterable and ${hiddenReason} is null)`

export const isInCard = `coalesce(parameter.in_card, ${hiddenReason} is null)`
