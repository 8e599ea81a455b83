import * as calls from '#shared/api/administration/customer-people.ts'
import { parseEmployee, shapeManager } from '#server/customers/employees/shape.ts'
import type { Db } from '#server/platform/db/client.ts'
import { staff } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import { movePerson, readPersonRecords } from './move-person.ts'
import { deleteCustomerPerson, inviteCustomerPerson, saveCustomerPerson, switchCustomerPerson } from './people.ts'

/** People of a customer, changed by its staff. */
export function customerPeopleRoutes({ on }: Api, deps: { db: Db }): void {
  on(calls.saveCustomerPerson, async ({ actor, input: { id: organisationId, account, ...form } }) => {
    const input = parseEmployee({ ...form, id: account })
    const { person, contracts } = await saveCustomerPerson(deps, staff(actor), { organisationId, input })
    return { manager: shapeManager(person, { actor, contracts }) }
  })
  on(calls.switchCustomerPerson, async ({ actor, input: { id: organisationId, account: id, enabled } }) => {
    const { person, contracts } = await switchCustomerPerson(deps, staff(actor), { organisationId, id, enabled })
    return { manager: shapeManager(person, { actor, contracts }) }
  })
  on(calls.deleteCustomerPerson, async ({ actor, input: { id: organisationId, account: id } }) => {
    await deleteCustomerPerson(deps, staff(actor), { organisationId, id })
    return {}
  })
  on(calls.personRecords, async ({ actor, input }) => {
    const { openOrders, chatMessages, basketLines, ...counts } = await readPersonRecords(deps, staff(actor), input)
    return {
      records: { ...counts, open_orders: openOrders, chat_messages: chatMessages, basket_lines: basketLines },
    }
  })
  on(
    calls.moveCustomerPerson,
    async ({ actor, input: { id: organisationId, account: id, target, version, ...form } }) => {
      const access = parseEmployee({ ...form, id: undefined, version: undefined, login: '', name: '', phone: '' })
      const move = { organisationId, id, targetId: target, version, access }
      const { person, contracts } = await movePerson(deps, staff(actor), move)
      return { manager: shapeManager(person, { actor, contracts }) }
    },
  )
  on(calls.inviteCustomerPerson, async ({ actor, input: { id: organisationId, account: id } }) => {
    const { person, contracts } = await inviteCustomerPerson(deps, staff(actor), { organisationId, id })
    return { manager: shapeManager(person, { actor, contracts }) }
  })
}
