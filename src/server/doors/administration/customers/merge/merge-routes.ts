import * as calls from '#shared/api/administration/merge-customers.ts'
import type { Db } from '#server/platform/db/client.ts'
import { staff } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import { mergeCustomers } from './merge.ts'
import { readMergePlan } from './read-plan.ts'
import { shapeMergePlan } from './shape.ts'

/** Two customers that are one. */
export function mergeCustomerRoutes({ on }: Api, deps: { db: Db }): void {
  on(calls.mergePlan, async ({ actor, input: { id: fromId, target: toId } }) => ({
    plan: shapeMergePlan(await readMergePlan(deps, staff(actor), { fromId, toId })),
  }))
  on(calls.mergeCustomers, async ({ actor, input: { id: fromId, target: toId, version } }) => {
    await mergeCustomers(deps, staff(actor), { fromId, toId, version })
    return {}
  })
}
