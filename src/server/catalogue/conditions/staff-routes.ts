import * as api from '#shared/api/administration/price-conditions.ts'
import { parseDay } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { staff } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import { parseOwner, parseTerms, shapeCondition, shapePreview } from './shape.ts'
import {
  endStaffCondition,
  findConditionTargets,
  previewStaffCondition,
  readConditions,
  saveStaffCondition,
} from './staff-conditions.ts'

export function priceConditionRoutes({ on }: Api, deps: { db: Db }): void {
  on(api.priceConditions, async ({ actor, input }) => ({
    items: (await readConditions(deps, staff(actor), parseOwner(input))).map(shapeCondition),
  }))
  on(api.savePriceCondition, async ({ actor, input: { id, starts, ends, ...input } }) => {
    const values = {
      ...parseTerms(input),
      startsOn: parseDay(starts),
      endsOn: ends === undefined ? null : parseDay(ends),
    }
    const saved = await saveStaffCondition(deps, staff(actor), { id, owner: parseOwner(input), values })
    return { items: saved.map(shapeCondition) }
  })
  on(api.endPriceCondition, async ({ actor, input: { id, ...owner } }) => ({
    items: (await endStaffCondition(deps, staff(actor), { id, owner: parseOwner(owner) })).map(shapeCondition),
  }))
  on(api.previewPriceCondition, async ({ actor, input }) =>
    shapePreview(
      await previewStaffCondition(deps, staff(actor), { owner: parseOwner(input), values: parseTerms(input) }),
    ),
  )
  on(api.conditionTargets, async ({ input }) => ({ items: await findConditionTargets(deps, input) }))
}
