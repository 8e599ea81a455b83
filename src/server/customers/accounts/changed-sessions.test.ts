import { TOTP, Secret } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signIn, signOut, whoAmI } from '#shared/api/account/access.ts'
import { changePassword, resetPassword } from '#shared/api/account/password.ts'
import { beginSecondFactor, confirmSecondFactor, resetSecondFactor } from '#shared/api/account/second-factor.ts'
import { endOtherSessions, endSession, ownSessions } from '#shared/api/account/sessions.ts'
import { erasePersonalData } from '#shared/api/account/personal-data.ts'
import { endActing, startActing } from '#shared/api/administration/acting.ts'
import {
  deleteCustomerPerson,
  moveCustomerPerson,
  saveCustomerPerson,
  switchCustomerPerson,
} from '#shared/api/administration/customer-people.ts'
import { mergeCustomers, mergePlan } from '#shared/api/administration/merge-customers.ts'
import { enterDemo } from '#shared/api/account/visitors.ts'
import { accessSettings, saveAccessSettings } from '#shared/api/staff/access.ts'
import { erasePersonData } from '#shared/api/account/people-data.ts'
import { saveVisitorSettings } from '#shared/api/staff/visitors.ts'
import * as managers from '#shared/api/organisation/managers.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { listCalls } from '#tests/support/calls/every-call.ts'
import { openFaultProxy, type FaultProxy } from '#tests/support/processes/fault-proxy.ts'
import { addAccount, addOrganisation, addPriceTypes, addSession, signedIn } from '#tests/support/fixtures.ts'
import { addReset } from '#tests/support/accounts/passwords.ts'
import { call } from '#web/api/client.ts'

// Notifications of the database are lost here: a call takes effect at once only by what its own process does.

const password = 'девять синих тракторов'
let portal: TestApp
let proxy: FaultProxy
let database: TestApp

beforeAll(async () => {
  database = await startTestApp()
  proxy = await openFaultProxy(database.database.url)
})
beforeEach(async () => {
  portal = await startTestApp({ database: database.database, listenerUrl: proxy.url })
  await expect.poll(() => portal.listener.hears('sessions')).toBe(true)
  return async () => {
    proxy.heal()
    await portal.close()
  }
})
afterAll(async () => {
  await proxy.close()
  await database.close()
})

type Case = { id: number; login: string; browser: Visitor; admin: Visitor }

/** Signs an employee in there; answers who it is, and the owner. */
async function employ({ browser }: Case) {
  const { organisationId } = await addOrganisation(portal.db, 'ООО «Вектор»')
  const id = await addAccount(portal.db, { role: 'manager', organisationId })
  browser.cookies.set('sid', await addSession(portal.db, id))
  return { id, owner: await signedIn(portal, await addAccount(portal.db, { role: 'owner', organisationId })) }
}

async function organisationOf(accountId: number): Promise<number> {
  const { rows } = await portal.pool.query<{ id: number }>('select organisation_id as id from accounts where id = $1', [
    accountId,
  ])
  return rows[0]?.id ?? 0
}

/** Prepares each call that changes sessions; the returned call ends those of `browser`. */
const changes: Record<string, (given: Case) => Promise<() => Promise<unknown>>> = {
  signIn: ({ browser, login }) => {
    const token = browser.cookies.get('sid') ?? ''
    return Promise.resolve(async () => {
      await call(signIn, { login, password }, browser)
      browser.cookies.set('sid', token)
    })
  },
  signOut: ({ browser }) => {
    const token = browser.cookies.get('sid') ?? ''
    return Promise.resolve(async () => {
      await call(signOut, {}, browser)
      browser.cookies.set('sid', token)
    })
  },
  enterDemo: async ({ browser, admin }) => {
    const token = browser.cookies.get('sid') ?? ''
    const [priceType = 0] = await addPriceTypes(portal.db, ['Оптовая'])
    await call(saveVisitorSettings, { price_type: priceType }, admin)
    return async () => {
      await call(enterDemo, {}, browser)
      browser.cookies.set('sid', token)
    }
  },
  endSession: async ({ id }) => {
    const other = await signedIn(portal, id)
    const ended = (await call(ownSessions, {}, other)).sessions.find(({ current }) => !current)
    return () => call(endSession, { id: ended?.id ?? 0 }, other)
  },
  endOtherSessions: async ({ id }) => {
    const other = await signedIn(portal, id)
    return () => call(endOtherSessions, {}, other)
  },
  changePassword: async ({ id }) => {
    const other = await signedIn(portal, id)
    return () => call(changePassword, { current: password, password: 'тихий омут у мельницы' }, other)
  },
  resetPassword: async ({ id }) => {
    const token = await addReset(portal, id)
    return () => call(resetPassword, { token, password: 'тихий омут у мельницы' }, portal.visitor())
  },
  confirmSecondFactor: async ({ id }) => {
    const other = await signedIn(portal, id)
    const { secret } = await call(beginSecondFactor, { password }, other)
    return () => call(confirmSecondFactor, { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() }, other)
  },
  resetSecondFactor: async ({ id, browser, admin }) => {
    const { secret } = await call(beginSecondFactor, { password }, browser)
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    await call(confirmSecondFactor, { code }, browser)
    return () => call(resetSecondFactor, { id }, admin)
  },
  erasePersonData: async ({ id }) => {
    const admin = await signedIn(portal, await addAccount(portal.db, { role: 'admin', password }))
    return () => call(erasePersonData, { id, password }, admin)
  },
  erasePersonalData: async ({ id }) => {
    const other = await signedIn(portal, id)
    return () => call(erasePersonalData, { password }, other)
  },
  saveManager: async (given) => {
    const { id, owner } = await employ(given)
    const { manager } = await call(managers.readManager, { id }, owner)
    const { version, login, name } = manager
    return () => call(managers.saveManager, { id, version, login, name, type_id: 1 }, owner)
  },
  disableManager: async (given) => {
    const { id, owner } = await employ(given)
    return () => call(managers.disableManager, { id }, owner)
  },
  deleteManager: async (given) => {
    const { id, owner } = await employ(given)
    return () => call(managers.deleteManager, { id }, owner)
  },
  endManagerSessions: async (given) => {
    const { id, owner } = await employ(given)
    return () => call(managers.endManagerSessions, { id }, owner)
  },
  saveCustomerPerson: async (given) => {
    const { id: account, owner } = await employ(given)
    const { manager } = await call(managers.readManager, { id: account }, owner)
    const { version, login, name } = manager
    const input = { id: await organisationOf(account), account, version, login, name, type_id: 1 }
    return () => call(saveCustomerPerson, input, given.admin)
  },
  switchCustomerPerson: async (given) => {
    const { id: account } = await employ(given)
    const input = { id: await organisationOf(account), account, enabled: false }
    return () => call(switchCustomerPerson, input, given.admin)
  },
  startActing: async ({ browser }) => {
    const { organisationId } = await addOrganisation(portal.db, 'ООО «Вектор»')
    const account = await addAccount(portal.db, { role: 'owner', organisationId })
    return () => call(startActing, { id: organisationId, account }, browser)
  },
  endActing: async (given) => {
    const start = await changes.startActing?.(given)
    await start?.()
    return () => call(endActing, {}, given.browser)
  },
  deleteCustomerPerson: async (given) => {
    const { id: account } = await employ(given)
    const input = { id: await organisationOf(account), account }
    return () => call(deleteCustomerPerson, input, given.admin)
  },
  moveCustomerPerson: async (given) => {
    const { id: account, owner } = await employ(given)
    const { manager } = await call(managers.readManager, { id: account }, owner)
    const { organisationId: target } = await addOrganisation(portal.db, 'ООО «Другая»')
    const move = { id: await organisationOf(account), account, target, version: manager.version, type_id: 1 }
    return () => call(moveCustomerPerson, move, given.admin)
  },
  mergeCustomers: async (given) => {
    const id = await organisationOf((await employ(given)).id)
    const { organisationId: target } = await addOrganisation(portal.db, 'ООО «Другая»')
    const { plan } = await call(mergePlan, { id, target }, given.admin)
    return () => call(mergeCustomers, { id, target, version: plan.version }, given.admin)
  },
  saveAccessSettings: async ({ admin }) => {
    const { settings: seen } = await call(accessSettings, {}, admin)
    return () => call(saveAccessSettings, { ...seen, seen, second_factor_demanded: true, end_sessions: true }, admin)
  },
}

test('every call that changes sessions is tried below', async () => {
  const described = (await listCalls()).filter(
    ({ endpoint }) => 'changesSessions' in endpoint && endpoint.changesSessions === true,
  )
  expect(described.map(({ name }) => name).toSorted()).toEqual(Object.keys(changes).toSorted())
})

test.each(Object.entries(changes))('%s ends sessions in its process before it answers', async (name, prepare) => {
  const login = `${name}@firm.example`.toLowerCase()
  const id = await addAccount(portal.db, { role: 'sales', login, password })
  const browser = await signedIn(portal, id)
  const admin = await signedIn(portal, await addAccount(portal.db, { role: 'admin' }))
  const change = await prepare({ id, login, browser, admin })
  proxy.swallow()
  const before = (await call(whoAmI, {}, browser)).me
  expect(before).not.toBeNull()
  await change()
  const { me } = await call(whoAmI, {}, browser)
  if (isOfActing(name)) expect(me?.id).not.toBe(before?.id)
  else expect(me).toBeNull()
})

/** The session lives on, for another account. */
function isOfActing(name: string): boolean {
  return name === 'startActing' || name === 'endActing'
}
