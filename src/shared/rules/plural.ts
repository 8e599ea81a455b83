const rules = new Intl.PluralRules('ru-RU')

export type PluralForms = readonly [one: string, few: string, many: string]

/**
 * The Russian form for a count: plural(3, ['строка', 'строки', 'строк']) → 'строки'; fractions take the middle form.
 */
export function plural(count: number, [one, few, many]: PluralForms): string {
  const rule = rules.select(count)
  if (rule === 'one') return one
  return rule === 'many' ? many : few
}
