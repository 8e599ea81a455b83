import type { BankSuggestion } from '#shared/api/organisation/suggestions.ts'
import { withoutGaps } from '#shared/rules/parties/register-fields.ts'

export function fieldsOfBank({ value, data: { bik, correspondent_account, city } }: BankSuggestion) {
  return { bik, bank: [value, city].filter(Boolean).join(', '), ...withoutGaps({ correspondent_account }) }
}
