/** What buyers see of a parameter, made of what 1C sends, of what staff have set beside it, and of the data (ADR 24). SQL over `parameter` = parameters. */

/** A parameter whose values hardly repeat narrows nothing down: with at least so many values for this share of its goods. */
export const ownValues = { minValues: 50, minShare: 0.7 } as const

/** The name that buyers read, with its unit. */
export const parameterHeader = `coalesce(nullif(parameter.staff_name, ''), parameter.name) || case when parameter.unit = '' then '' else ', ' || parameter.unit end`

/** Those that staff have put in order stand first, in that order; the others as 1C brought them. */
export const parameterPosition = 'coalesce(parameter.staff_position, 1000000 + parameter.position)'

/** Nearly every good has a value of its own: a serial number, a supplier's code, a storage cell. */
export const hasOwnValues = `exists (select from parameter_use used where used.parameter_id = parameter.id
  and used.distinct_values >= ${ownValues.minValues} and used.distinct_values >= ${ownValues.minShare} * used.goods)`

export const isInFilter = `coalesce(parameter.in_filter, parameter.filterable and not ${hasOwnValues})`

export const isInCard = 'coalesce(parameter.in_card, true)'
