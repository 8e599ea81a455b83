import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import type { uploadConsignee } from '#shared/api/organisation/consignees.ts'
import { formatDay, parseDay, type Day } from '#shared/rules/dates.ts'
import { normaliseConsignee, type ConsigneeForm } from '#shared/rules/parties/consignee-form.ts'
import type { ConsigneeFields } from './queries.ts'

export type ConsigneeInput = {
  /** Undefined: a new one. */
  id: number | undefined
  fields: ConsigneeFields
}

export function parseConsignee(input: ParsedInputOf<typeof uploadConsignee>['consignee']): ConsigneeInput {
  const { id, surname, name, patronymic, phone, company, comment, ...attorney } = normaliseConsignee({
    ...input,
    attorney_date: input.attorney_date ?? '',
    attorney_valid_to: input.attorney_valid_to ?? '',
  })
  return {
    id,
    fields: {
      surname,
      name,
      patronymic,
      phone,
      company,
      comment,
      attorneyNumber: attorney.attorney_number,
      attorneyDate: toDay(attorney.attorney_date),
      attorneyValidTo: toDay(attorney.attorney_valid_to),
    },
  }
}

/** The form whose rules screen and server share. */
export function formOf({ attorneyNumber, attorneyDate, attorneyValidTo, ...person }: ConsigneeFields): ConsigneeForm {
  return {
    ...person,
    attorney_number: attorneyNumber,
    attorney_date: dayText(attorneyDate),
    attorney_valid_to: dayText(attorneyValidTo),
  }
}

function toDay(text: string): Day | null {
  return text === '' ? null : parseDay(text)
}

function dayText(day: Day | null): string {
  return day === null ? '' : formatDay(day)
}
