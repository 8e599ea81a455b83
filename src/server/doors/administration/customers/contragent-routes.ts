import * as calls from '#shared/api/administration/customer-contragents.ts'
import { parseContragent } from '#server/customers/contragents/shape-form.ts'
import { shapeContragent } from '#server/customers/contragents/shape.ts'
import type { Suggestions } from '#server/customers/suggestions/service.ts'
import type { Db } from '#server/platform/db/client.ts'
import { staff } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import { deleteCustomerContragent, saveCustomerContragent, switchCustomerContragent } from './contragents.ts'

type Deps = { db: Db; suggestions: Pick<Suggestions, 'findParties'> }

/** Legal entities of a customer, changed by its staff. */
export function customerContragentRoutes({ on }: Api, deps: Deps): void {
  on(calls.saveCustomerContragent, async ({ actor, input }) => {
    const { id: organisationId, contragent, ...form } = input
    const saved = await saveCustomerContragent(deps, staff(actor), {
      organisationId,
      input: parseContragent({ ...form, id: contragent }),
    })
    return { contragent: shapeContragent(saved) }
  })
  on(calls.switchCustomerContragent, async ({ actor, input: { id, contragent, active } }) => {
    const ref = { organisationId: id, id: contragent }
    return { contragent: shapeContragent(await switchCustomerContragent(deps, staff(actor), { ...ref, active })) }
  })
  on(calls.deleteCustomerContragent, async ({ actor, input: { id, contragent } }) => {
    await deleteCustomerContragent(deps, staff(actor), { organisationId: id, id: contragent })
    return {}
  })
}
