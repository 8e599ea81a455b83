import { moveCustomerPerson } from '#shared/api/administration/customer-people.ts'
import { staffGetCustomer } from '#shared/api/administration/customers.ts'
import { mergeCustomers, mergePlan } from '#shared/api/administration/merge-customers.ts'
import { call } from '#web/api/client.ts'
import { addAccount, addOrganisation } from '../fixtures.ts'
import type { AuditedCall, AuditedWorld } from './audited-world.ts'

/** Two customers and a person of the first, made once; the version as it was seen first. */
function once<Made>(make: (given: AuditedWorld) => Promise<Made>) {
  let made: Promise<Made> | undefined
  return (given: AuditedWorld) => (made ??= make(given))
}

const movedOf = once(async ({ portal: { db }, admin }) => {
  const { organisationId: id } = await addOrganisation(db, 'ООО «Прежнее место»')
  const { organisationId: target } = await addOrganisation(db, 'ООО «Новое место»')
  const account = await addAccount(db, { role: 'owner', organisationId: id })
  const { customer } = await call(staffGetCustomer, { id }, admin)
  return { id, target, account, version: customer.people[0]?.version ?? '' }
})

const doublesOf = once(async ({ portal: { db }, admin }) => {
  const { organisationId: id } = await addOrganisation(db, 'ООО «Двойник»')
  const { organisationId: target } = await addOrganisation(db, 'ООО «Первая»')
  const { plan } = await call(mergePlan, { id, target }, admin)
  return { id, target, version: plan.version }
})

/** A person who changes the organisation, and customers that are one. */
export const auditedDoubles: Record<string, AuditedCall> = {
  moveCustomerPerson: {
    action: 'account.moved',
    run: async (given) => call(moveCustomerPerson, { ...(await movedOf(given)), type_id: 1 }, given.admin),
  },
  mergeCustomers: {
    action: 'organisation.merged',
    run: async (given) => call(mergeCustomers, await doublesOf(given), given.admin),
  },
}
