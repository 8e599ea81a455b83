import * as api from '#shared/api/organisation/managers.ts'
import type { Db } from '#server/platform/db/client.ts'
import { buyer } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { Sessions } from '#server/platform/http/session.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { deleteEmployee, inviteAgain, setEmployeeEnabled } from './access.ts'
import { listAllottable } from './queries.ts'
import { readPolitics, savePolitics } from './politics.ts'
import { getEmployee, readEmployees, saveEmployee } from './service.ts'
import { parseEmployee, shapeAccount, shapeContracts, shapeManager, shapePolitics } from './shape.ts'
import { endEmployeeSessions, readSignIns } from './sign-ins.ts'

/** Read by old clients beside `status` (product.md §10). */
const state = 'success' as const

/** The owner's people [R.3]; "manager" on the wire. */
export function employeeRoutes({ on }: Api, deps: { db: Db; sessions: Sessions }): void {
  on(api.listManagers, async ({ actor }) => {
    const { people, contracts } = await readEmployees(deps, buyer(actor))
    const items = people.map((person) => shapeManager(person, { actor: buyer(actor), contracts }))
    return { items, count: items.length }
  })
  on(api.readManager, async ({ actor, input }) => ({ manager: await readOne(deps, buyer(actor), input) }))
  on(api.readAccount, async ({ actor, input }) => ({
    account: shapeAccount(await getEmployee(deps, buyer(actor), input)),
  }))
  on(api.saveManager, async ({ actor, input }) => {
    const id = await saveEmployee(deps, buyer(actor), parseEmployee(input))
    return { state, manager: await readOne(deps, buyer(actor), { id }) }
  })
  on(api.enableManager, async ({ actor, input: { id } }) => {
    await setEmployeeEnabled(deps, buyer(actor), { id, enabled: true })
    return { state, manager: await readOne(deps, buyer(actor), { id }) }
  })
  on(api.disableManager, async ({ actor, input: { id } }) => {
    await setEmployeeEnabled(deps, buyer(actor), { id, enabled: false })
    return { state, manager: await readOne(deps, buyer(actor), { id }) }
  })
  on(api.deleteManager, async ({ actor, input }) => {
    await deleteEmployee(deps, buyer(actor), input)
    return { state }
  })
  on(api.inviteManager, async ({ actor, input: { id } }) => {
    await inviteAgain(deps, buyer(actor), { id })
    return { state, manager: await readOne(deps, buyer(actor), { id }) }
  })
  on(api.endManagerSessions, async ({ actor, input: { id, session }, request }) => {
    const token = deps.sessions.tokenOf(request) ?? ''
    return { state, ended: await endEmployeeSessions(deps, buyer(actor), { id, session, token }) }
  })
  on(api.managerSignIns, async ({ actor, request }) => ({
    items: await readSignIns(deps, buyer(actor), { token: deps.sessions.tokenOf(request) ?? '' }),
  }))
  on(api.pricePolitics, async ({ actor, input }) => ({
    items: (await readPolitics(deps, buyer(actor), input)).map(shapePolitics),
  }))
  on(api.savePricePolitics, async ({ actor, input: { id, items } }) => {
    const rules = items.map(({ category = null, show, percent }) => ({
      category,
      show,
      hundredths: show === 'percent' ? Math.round(percent * 100) : 0,
    }))
    const saved = await savePolitics(deps, buyer(actor), { id, rules })
    // Sessions are cached with the prices their callers see.
    deps.sessions.forgetCallers()
    return { state, items: saved.map(shapePolitics) }
  })
  on(api.managerContracts, async ({ actor, input: { manager_id: id } }) => {
    const person = id === undefined ? undefined : await getEmployee(deps, buyer(actor), { id })
    return shapeContracts(await listAllottable(deps.db, buyer(actor)), person?.contractIds ?? [])
  })
}

async function readOne(deps: { db: Db }, actor: BuyerActor, { id }: { id: number }): Promise<api.Manager> {
  const person = await getEmployee(deps, actor, { id })
  return shapeManager(person, { actor, contracts: await listAllottable(deps.db, actor) })
}
