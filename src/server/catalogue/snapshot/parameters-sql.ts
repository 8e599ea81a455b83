/**
 * What buyers see of a parameter, made of what 1C sends, of what staff have set beside it, and of the data (ADR 24).
 * SQL over `parameter` = parameters.
 */

/**
 * A parameter whose values hardly repeat is useless as a filter: with at least so many values for this share of its
 * goods.
 */
export const unselectiveLimits = { minValues: 50, minShare: 0.7 } as const

/** The name that buyers read, with its unit. */
export const parameterHeader = `coalesce(nullif(parameter.staff_name, ''), parameter.name) || case when parameter.unit = '' then '' else ', ' || parameter.unit end`

/** Those that staff have put in order stand first, in that order; the others as 1C brought them. */
export const parameterPosition = 'coalesce(parameter.staff_position, 1000000 + parameter.position)'

/**
 * Words in 1C's names of parameters that concern only the seller: 'Поставщик (основной)'. Compared in lower case, with
 * 'е' for 'ё'. «Ячейка» is a cell of a warehouse, or the size of a mesh that buyers need.
 */
const internalWords = [
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
const wordsForBuyers = '(^|[^а-я])(страна|артикул|гаранти|сертификат)'

/** 1C's name of a parameter, as names are compared. */
export const foldedParameterName =
  "translate(lower(btrim(regexp_replace(parameter.name, '\\s+', ' ', 'g'), ' :')), 'ё', 'е')"

/** What 1C calls the values of a variant by which it distinguishes them, where it names them at all. */
export const characteristicName = 'характеристика'

/** Why buyers do not see a parameter until staff show it; null: they see it. */
export const hiddenReason = `case
  when ${foldedParameterName} ~ '${internalWords.join('|')}' and ${foldedParameterName} !~ '${wordsForBuyers}'
    then 'internal'
  when exists (select from parameter_use used where used.parameter_id = parameter.id and used.told_by_others)
    then 'repeated'
  when ${hasOwnValues()} then 'ownValues' end`

/** Nearly every good has its own value: an inventory number, a drawing number, a batch. */
function hasOwnValues(): string {
  return `exists (select from parameter_use used where used.parameter_id = parameter.id
  and used.distinct_values >= ${unselectiveLimits.minValues} and used.distinct_values >= ${unselectiveLimits.minShare} * used.goods)`
}

export const isInFilter = `coalesce(parameter.in_filter, parameter.filterable and ${hiddenReason} is null)`

export const isInCard = `coalesce(parameter.in_card, ${hiddenReason} is null)`
