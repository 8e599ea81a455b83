import type { LegalFacts } from '#shared/api/account/personal-data.ts'
import { withCount } from '#web/ui/format.ts'

/** Replaces the placeholders in braces with the portal's values. */
export function fillText(text: string, { operator, keeps }: LegalFacts): string {
  const { company, full_name: fullName, inn, ogrn, address, email, phone } = operator
  const name = fullName || company || 'владелец портала'
  const values: Record<string, string> = {
    requisites: [name, inn && `ИНН ${inn}`, ogrn && `ОГРН ${ogrn}`, address].filter(Boolean).join(', '),
    contacts: [email, phone, address].find(Boolean) ?? 'через вашего менеджера',
    rejectedDays: days(keeps.rejected_requests),
    openRequestDays: days(keeps.open_requests),
    callbackDays: days(keeps.callbacks),
    mailDays: days(keeps.mails),
    noticeDays: days(keeps.notices),
    auditDays: days(keeps.audit),
  }
  return text.replace(/\{(\w+)\}/g, (brace, key: string) => values[key] ?? brace)
}

function days(count: number): string {
  return withCount(count, ['день', 'дня', 'дней'])
}
