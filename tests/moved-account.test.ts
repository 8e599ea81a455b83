import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveCustomerPerson } from '#shared/api/administration/customer-people.ts'
import { staffGetCustomer } from '#shared/api/administration/customers.ts'
import { call } from '#web/api/client.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { sampleInputs } from './support/calls/call-inputs.ts'
import { inputKeys, listCalls, sendRaw } from './support/calls/every-call.ts'
import { createRecords, markRows, startIdRange } from './support/calls/marked-records.ts'
import { textOfResponse } from './support/calls/response-text.ts'
import { addAccount, addContract, addOrganisation, createWorld, signedIn, type World } from './support/fixtures.ts'

/** A person moved to another organisation sees nothing of the former one, and nobody there what they made in it. */
const former = { marker: 'Канарейка', firstId: 70_001 }
let portal: TestApp
let world: World
let personId: number
let targetId: number
let newOwnerId: number

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: Array.from({ length: 5 }, () => ({ stock: [1000, 1000] })) })
  personId = await addAccount(portal.db, { role: 'owner', organisationId: world.organisationId, name: 'Мария' })
  const firm = await addOrganisation(portal.db, 'ООО «Новое место»')
  targetId = firm.organisationId
  newOwnerId = await addAccount(portal.db, { role: 'owner', organisationId: targetId })
  const [priceTypeId = 0] = world.priceTypeIds
  await addContract(portal.db, { ...firm, priceTypeId, warehouseIds: world.warehouseIds })
  await startIdRange(portal.db, former)
  const contractId = await world.addContract({ number: former.marker })
  const { contragentId } = world
  const goods = { productId: world.productIds[0] ?? 0, contragentId }
  await createRecords(portal, { ...former, accountId: personId, contractId, ...goods })
  await markRows(portal.db, former)
  await startIdRange(portal.db, { marker: '', firstId: 90_001 })
})
afterAll(() => portal.close())

/** They would take the caller itself away. */
const ending = ['signIn', 'signOut', 'enterDemo']
const anyVerb = ['GET', 'POST', 'DELETE']

/** Calls that answer one of these callers with a marked record. */
async function disclosingTo(accountId: number, verbs = ['GET']): Promise<string[]> {
  const visitor = await signedIn(portal, accountId)
  const found: string[] = []
  for (const named of await listCalls()) {
    const { right, verb } = named.endpoint
    if (right.startsWith('staff.') || !verbs.includes(verb) || ending.includes(named.name)) continue
    const inputs = [{}, ...(inputKeys(named.endpoint).length > 0 ? sampleInputs(named, former.firstId) : [])]
    for (const input of inputs) {
      const response = await sendRaw(visitor, named.endpoint, input)
      if ((await textOfResponse(response)).includes(former.marker)) found.push(named.name)
    }
  }
  return [...new Set(found)]
}

test('[R.4] a moved account sees nothing of its former organisation, and the other nothing of it', async () => {
  // The records are there to be seen.
  expect((await disclosingTo(personId)).length).toBeGreaterThan(15)
  const admin = await signedIn(portal, world.adminId)
  const { customer } = await call(staffGetCustomer, { id: world.organisationId }, admin)
  const person = customer.people.find(({ id }) => id === personId)
  const move = { id: world.organisationId, account: personId, version: person?.version ?? '', target: targetId }
  const { manager } = await call(moveCustomerPerson, { ...move, type_id: 1 }, admin)
  expect(await disclosingTo(manager.id, anyVerb)).toEqual([])
  expect(await disclosingTo(newOwnerId, anyVerb)).toEqual([])
  // Whoever stays goes on seeing them.
  expect((await disclosingTo(world.ownerId)).length).toBeGreaterThan(10)
}, 240_000)
