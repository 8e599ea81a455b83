import { fieldMessages } from '#shared/texts.ts'
import { AppError, throwIfInvalid } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { listUnknown, type Placement } from './queries-placement.ts'

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
  throwIfInvalid(fields)
}

export function isSamePlacement(one: Placement, other: Placement): boolean {
  return JSON.stringify(placementFields(one)) === JSON.stringify(placementFields(other))
}

function placementFields({ position, startsOn, endsOn, roles, priceTypeIds, organisationIds }: Placement): Placement {
  return { position, startsOn, endsOn, roles, priceTypeIds, organisationIds }
}
