import * as calls from '#shared/api/administration/customer-people.ts'
import type { Manager } from '#shared/api/organisation/managers.ts'
import { inviteAgain, setEmployeeEnabled } from '#server/customers/employees/access.ts'
import { readEmployees, saveEmployee } from '#server/customers/employees/service.ts'
import { parseEmployee, shapeManager } from '#server/customers/employees/shape.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { staff } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { changeCustomer } from './service.ts'

type Deps = { db: Db }

/** People of a customer, changed by its staff. */
export function customerPeopleRoutes({ on }: Api, deps: Deps): void {
  on(calls.saveCustomerPerson, async ({ actor, input }) => {
    const { id: organisationId, account, ...form } = input
    return changeCustomer(deps, staff(actor), { organisationId }, async (tx, editor) => {
      const id = await saveEmployee({ db: tx }, editor, parseEmployee({ ...form, id: account }))
      return { manager: await readOne(tx, actor, { organisationId, id }) }
    })
  })
  on(calls.switchCustomerPerson, async ({ actor, input: { id: organisationId, account: id, enabled } }) =>
    changeCustomer(deps, staff(actor), { organisationId }, async (tx, editor) => {
      await setEmployeeEnabled({ db: tx }, editor, { id, enabled })
      return { manager: await readOne(tx, actor, { organisationId, id }) }
    }),
  )
  on(calls.inviteCustomerPerson, async ({ actor, input: { id: organisationId, account: id } }) =>
    changeCustomer(deps, staff(actor), { organisationId }, async (tx, editor) => {
      await inviteAgain({ db: tx }, editor, { id })
      return { manager: await readOne(tx, actor, { organisationId, id }) }
    }),
  )
}

async function readOne(
  db: Db,
  actor: Actor,
  { organisationId, id }: { organisationId: number; id: number },
): Promise<Manager> {
  const { people, contracts } = await readEmployees({ db }, { organisationId })
  const person = people.find((each) => each.id === id)
  if (!person) throw new AppError('notFound')
  return shapeManager(person, { actor, contracts })
}
