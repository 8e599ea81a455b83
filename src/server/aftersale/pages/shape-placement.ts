import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import type { saveTopNews } from '#shared/api/staff/pages.ts'
import type { Placement as WirePlacement } from '#shared/api/talk/placement.ts'
import { dayOf, formatDay, parseDay, type Day } from '#shared/rules/dates.ts'
import { periodState } from '#server/catalogue/showcase/period-state.ts'
import type { Placement } from './queries-placement.ts'

type PlacementInput = Pick<
  ParsedInputOf<typeof saveTopNews>,
  'position' | 'starts' | 'ends' | 'roles' | 'price_types' | 'organisations'
>

export function parsePlacement({
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
