import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import type { Placement as WirePlacement } from '#shared/api/talk/placement.ts'
import type { saveTopNews } from '#shared/api/staff/pages.ts'
import { dayOf, formatDay, parseDay, type Day } from '#shared/rules/dates.ts'
import { fieldMessages } from '#shared/texts.ts'
import { periodState } from '#server/catalogue/showcase/period-state.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { listUnknown, type Placement } from './queries-placement.ts'

type PlacementInput = Pick<
  ParsedInputOf<typeof saveTopNews>,
  'position' | 'starts' | 'ends' | 'roles' | 'price_types' | 'organisations'
>

export function placementOf({
  position = 0,
  starts,
  ends,
  roles = [],
  price_types: priceTypes = [],
  organisations = [],
}: PlacementInput): Placement {
  return {
    position,
    startsOn: starts === undefined ? null : parseDay(starts),
    endsOn: ends === undefined ? null : parseDay(ends),
    roles: [...new Set(roles)].toSorted(),
    priceTypeIds: ordered(priceTypes),
    organisationIds: ordered(organisations),
  }
}

const ordered = (ids: number[]) => [...new Set(ids)].toSorted((a, b) => a - b)

/** The first day not after the last, and an audience of what there is. `before` may name what has gone since. */
export async function checkPlacement(db: Db, placement: Placement, before?: Placement): Promise<void> {
  const { startsOn, endsOn, priceTypeIds, organisationIds } = placement
  if (startsOn !== null && endsOn !== null && startsOn > endsOn) {
    const message = fieldMessages.firstDayAfterLast
    throw new AppError('datePeriod', { message, fields: { ends: message } })
  }
  const unknown = await listUnknown(db, {
    priceTypeIds: priceTypeIds.filter((id) => !before?.priceTypeIds.includes(id)),
    organisationIds: organisationIds.filter((id) => !before?.organisationIds.includes(id)),
  })
  const fields = {
    ...(unknown.priceTypes ? { price_types: 'Такого вида цен нет' } : {}),
    ...(unknown.organisations ? { organisations: 'Такой организации нет' } : {}),
  }
  if (Object.keys(fields).length > 0) throw new AppError('invalid', { fields })
}

export function isSamePlacement(one: Placement, other: Placement): boolean {
  return JSON.stringify(placementFields(one)) === JSON.stringify(placementFields(other))
}

function placementFields({ position, startsOn, endsOn, roles, priceTypeIds, organisationIds }: Placement): Placement {
  return { position, startsOn, endsOn, roles, priceTypeIds, organisationIds }
}

export function shapePlacement(placement: Placement, { active }: { active: boolean }): WirePlacement {
  const { position, startsOn, endsOn, roles, priceTypeIds, organisationIds } = placement
  return {
    position,
    starts: wireDay(startsOn),
    ends: wireDay(endsOn),
    roles,
    price_types: priceTypeIds,
    organisations: organisationIds,
    state: periodState(dayOf(new Date()), { active, startsOn, endsOn }),
  }
}

const wireDay = (day: Day | null) => (day === null ? null : formatDay(day))
