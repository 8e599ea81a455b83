import { dayOf, type Day } from '#shared/rules/dates.ts'
import { isAsRegistered, type RegisterFields } from '#shared/rules/parties/register-fields.ts'
import type { Suggestions } from '#server/customers/suggestions/service.ts'

/**
 * Today, if the company register has exactly these requisites; null if it has others; undefined if it did not answer.
 * The register is asked by the server: what the form says of its suggestions is not trusted.
 */
export async function checkRegister(
  suggestions: Pick<Suggestions, 'findParties'>,
  form: RegisterFields,
): Promise<Day | null | undefined> {
  if (!/^(\d{10}|\d{12})$/.test(form.inn)) return undefined
  const records = await suggestions.findParties(form.inn)
  if (records === undefined) return undefined
  return records.some((record) => isAsRegistered(form, record)) ? dayOf(new Date()) : null
}
