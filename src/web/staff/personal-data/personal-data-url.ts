import type { GuestKind } from '#shared/api/account/people-data.ts'
import { parseInteger, textOf, withoutAbsent } from '#web/search.ts'

/** The search text, and the person whose data is shown: an account, or a guest such as 'request-12'. */
export type PersonalDataSearch = { query?: string; person?: number; guest?: string }

export function normalisePersonalDataSearch(raw: Record<string, unknown>): PersonalDataSearch {
  const guest = parseGuest(textOf(raw.guest))
  return withoutAbsent({
    query: textOf(raw.query)?.trim(),
    person: parseInteger(raw.person),
    guest: guest && guestName(guest),
  })
}

export type GuestRef = { kind: GuestKind; id: number }

export const guestName = ({ kind, id }: GuestRef): string => `${kind}-${id}`

/** Without the call's schema, which would be in the first load. */
export function parseGuest(name: string | undefined): GuestRef | undefined {
  const [, kind, id] = /^(request|callback)-([1-9]\d{0,9})$/.exec(name ?? '') ?? []
  return kind === undefined ? undefined : { kind: kind as GuestKind, id: Number(id) }
}
