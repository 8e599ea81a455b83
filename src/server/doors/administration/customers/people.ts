import { deleteEmployee, inviteAgain, setEmployeeEnabled } from '#server/customers/employees/access.ts'
import { readEmployees, saveEmployee, type EmployeeInput, type Employees } from '#server/customers/employees/service.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import { changeCustomer } from './service.ts'

type Deps = { db: Db }
type Ref = { organisationId: number; id: number }

/** A person with the contracts that may be allotted. */
export type CustomerPerson = { person: Employees['people'][number]; contracts: Employees['contracts'] }

/** Invites a person of a customer, or changes one. Idempotent. */
export async function saveCustomerPerson(
  deps: Deps,
  actor: StaffActor,
  { organisationId, input }: { organisationId: number; input: EmployeeInput },
): Promise<CustomerPerson> {
  return changeCustomer(deps, actor, { organisationId }, async (tx, editor) =>
    readPerson(tx, { organisationId, id: await saveEmployee({ db: tx }, editor, input) }),
  )
}

/** Lets a person sign in, or ends their sessions and closes it. Idempotent. */
export async function switchCustomerPerson(
  deps: Deps,
  actor: StaffActor,
  { organisationId, id, enabled }: Ref & { enabled: boolean },
): Promise<CustomerPerson> {
  return changeCustomer(deps, actor, { organisationId }, async (tx, editor) => {
    await setEmployeeEnabled({ db: tx }, editor, { id, enabled })
    return readPerson(tx, { organisationId, id })
  })
}

/** The row stays for the orders that name the person. Idempotent. */
export async function deleteCustomerPerson(deps: Deps, actor: StaffActor, { organisationId, id }: Ref): Promise<void> {
  await changeCustomer(deps, actor, { organisationId }, (tx, editor) => deleteEmployee({ db: tx }, editor, { id }))
}

/** Sends a new link to a person who has not joined. */
export async function inviteCustomerPerson(
  deps: Deps,
  actor: StaffActor,
  { organisationId, id }: Ref,
): Promise<CustomerPerson> {
  return changeCustomer(deps, actor, { organisationId }, async (tx, editor) => {
    await inviteAgain({ db: tx }, editor, { id })
    return readPerson(tx, { organisationId, id })
  })
}

export async function readPerson(db: Db, { organisationId, id }: Ref): Promise<CustomerPerson> {
  const { people, contracts } = await readEmployees({ db }, { organisationId })
  const person = people.find((each) => each.id === id)
  if (!person) throw new AppError('notFound')
  return { person, contracts }
}
