import * as api from '#shared/api/staff/pricing/price-breaks.ts'
import type { Db } from '#server/platform/db/client.ts'
import { staff } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import { parseOwner, parseTerms, shapeBreakPreview, shapeStaffBreaks } from './shape-staff.ts'
import { endStaffBreak, findStaffTargets, previewStaffBreak, readStaffBreaks, saveStaffBreak } from './staff-breaks.ts'

export function staffPriceBreakRoutes({ on }: Api, deps: { db: Db }): void {
  on(api.staffPriceBreaks, async ({ actor, input }) =>
    shapeStaffBreaks(await readStaffBreaks(deps, staff(actor), parseOwner(input))),
  )
  on(api.savePriceBreak, async ({ actor, input: { id, ...input } }) =>
    shapeStaffBreaks(
      await saveStaffBreak(deps, staff(actor), { id, owner: parseOwner(input), values: parseTerms(input) }),
    ),
  )
  on(api.endPriceBreak, async ({ actor, input: { id, ...input } }) =>
    shapeStaffBreaks(await endStaffBreak(deps, staff(actor), { id, owner: parseOwner(input) })),
  )
  on(api.previewPriceBreak, async ({ actor, input }) =>
    shapeBreakPreview(
      await previewStaffBreak(deps, staff(actor), { owner: parseOwner(input), values: parseTerms(input) }),
    ),
  )
  on(api.findBreakTargets, async ({ input: { target, query } }) => ({
    items: await findStaffTargets(deps, { target, query: query.trim() }),
  }))
}
