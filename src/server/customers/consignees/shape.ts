import { endpointAddress } from '#shared/api/address.ts'
import { attorneyFile, type Consignee } from '#shared/api/organisation/consignees.ts'
import { dayOf, daysBetween, formatDay, type Day } from '#shared/rules/dates.ts'
import type { StoredConsignee } from './queries.ts'

export function shapeConsignee(stored: StoredConsignee, now: Date): Consignee {
  const { id, surname, name, patronymic, phone, company, comment, attorneyNumber, attorneyValidTo, file } = stored
  return {
    id,
    surname,
    name,
    patronymic,
    phone,
    company,
    comment,
    attorney_number: attorneyNumber,
    attorney_date: dayText(stored.attorneyDate),
    attorney_valid_to: dayText(attorneyValidTo),
    days_left: attorneyValidTo === null ? null : Math.max(0, daysBetween(dayOf(now), attorneyValidTo) + 1),
    file: file && {
      name: file.name,
      type: file.type,
      size: file.sizeBytes,
      url: endpointAddress(attorneyFile, { id }),
    },
  }
}

function dayText(day: Day | null): string | null {
  return day === null ? null : formatDay(day)
}
