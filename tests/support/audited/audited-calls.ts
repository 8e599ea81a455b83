import { sql } from 'drizzle-orm'
import { signIn, signOut } from '#shared/api/account/access.ts'
import { setLimits } from '#shared/api/approvals.ts'
import { erasePersonalData } from '#shared/api/account/personal-data.ts'
import * as passwords from '#shared/api/account/password.ts'
import * as profile from '#shared/api/account/profile.ts'
import * as secondFactor from '#shared/api/account/second-factor.ts'
import * as sessions from '#shared/api/account/sessions.ts'
import * as setup from '#shared/api/account/setup.ts'
import { accessSettings, saveAccessSettings } from '#shared/api/staff/access.ts'
import { claimTerms, saveClaimTerms, saveContractClaimTerms } from '#shared/api/staff/claim-terms.ts'
import { setCalendarDay } from '#shared/api/staff/calendar.ts'
import { saveCategory, staffCategory } from '#shared/api/staff/categories.ts'
import * as contragents from '#shared/api/organisation/contragents.ts'
import * as delivery from '#shared/api/staff/delivery.ts'
import * as exchange from '#shared/api/staff/exchange.ts'
import { deleteOffer, saveOffer } from '#shared/api/staff/offers.ts'
import { endPriceCondition, savePriceCondition } from '#shared/api/administration/price-conditions.ts'
import { endPriceBreak, savePriceBreak } from '#shared/api/staff/pricing/price-breaks.ts'
import { deleteRate, saveRate, setPurchaseType } from '#shared/api/staff/prices.ts'
import * as parameters from '#shared/api/staff/parameters.ts'
import { eraseGuestData, erasePersonData, saveRetentionPeriods } from '#shared/api/account/people-data.ts'
import { readVisitorSettings, saveVisitorSettings } from '#shared/api/staff/visitors.ts'
import { deleteSeller, saveSeller, setContractSeller, staffSellers } from '#shared/api/staff/sellers.ts'
import { saveSettings, staffSettings } from '#shared/api/staff/settings.ts'
import { addDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import { issueSetupToken } from '#server/doors/administration/setup/token.ts'
import { insertFile, insertSession } from '#server/doors/exchange/queries.ts'
import { call } from '#web/api/client.ts'
import type { TestApp } from '../app.ts'
import { password, type AuditedCall, type AuditedWorld } from './audited-world.ts'
import { addAccount, addSession, signedIn, type World } from '../fixtures.ts'
import { auditedCustomers } from './audited-customers.ts'
import { auditedDoubles } from './audited-doubles.ts'
import { auditedEmployees } from './audited-employees.ts'
import { auditedJobs } from './audited-jobs.ts'
import { auditedRegistrations } from './audited-registrations.ts'
import { addRequest } from '../accounts/registration.ts'
import { applyForAccess } from '../accounts/registration.ts'
import { addReset } from '../accounts/passwords.ts'
import { addSeller, ourRequisites } from '../sellers.ts'
import { square } from '../zones.ts'

const today = dayOf(new Date())
const discount = (world: World) =>
  ({ contract: world.contractId, kind: 'discount', percent: 2, target: 'all', starts: formatDay(today) }) as const
const ownerOf = ({ portal, world }: AuditedWorld) => signedIn(portal, world.ownerId)

/** Account id of the administrator who erases a person. */
let eraser = 0

const ownContragent = {
  company: 'ООО «Вектор-Сервис»',
  inn: '7707083893',
  kpp: '773601001',
  ogrn: '1027700132195',
  legal_address: 'г. Москва, ул. Летниковская, д. 10',
}

/** Calls that are recorded in the audit trail, in an order in which they succeed. */
export const auditedCalls: Record<string, AuditedCall> = {
  signIn: {
    action: 'sign-in.succeeded',
    by: ({ person }) => person.id,
    run: ({ portal, person }) => call(signIn, { login: person.login, password }, portal.visitor()),
    isRepeatable: true,
  },
  register: {
    action: 'registration.submitted',
    by: () => null,
    run: ({ portal }) => applyForAccess(portal, portal.visitor()),
    isRepeatable: true,
  },
  ...auditedRegistrations,
  ...auditedEmployees,
  ...auditedJobs,
  ...auditedCustomers,
  ...auditedDoubles,
  saveRetentionPeriods: {
    action: 'setting.changed',
    run: ({ admin }) => {
      const name = 'personal.keep.mailDays' as const
      return call(saveRetentionPeriods, { seen: [{ name, days: 30 }], terms: [{ name, days: 45 }] }, admin)
    },
  },
  signOut: {
    action: 'sign-out',
    run: async ({ portal, world }) => call(signOut, {}, await signedIn(portal, world.adminId)),
    isRepeatable: true,
  },
  endSession: {
    action: 'session.ended',
    run: async ({ portal, world, admin }) => {
      await addSession(portal.db, world.adminId)
      const { sessions: ownSessions } = await call(sessions.ownSessions, {}, admin)
      await call(sessions.endSession, { id: ownSessions.find(({ current }) => !current)?.id ?? 0 }, admin)
    },
    isRepeatable: true,
  },
  endOtherSessions: {
    action: 'session.ended',
    run: async ({ portal, world, admin }) => {
      await addSession(portal.db, world.adminId)
      await call(sessions.endOtherSessions, {}, admin)
    },
    isRepeatable: true,
  },
  confirmSecondFactor: {
    action: 'second-factor.set',
    by: ({ person }) => person.id,
    run: ({ person }) => person.confirm(),
    isRepeatable: true,
  },
  renewRecoveryCodes: {
    action: 'second-factor.codes-renewed',
    by: ({ person }) => person.id,
    run: async ({ person }) =>
      (person.codes = (
        await call(secondFactor.renewRecoveryCodes, { code: person.codes[0] ?? '' }, person.visitor)
      ).recovery_codes),
    isRepeatable: true,
  },
  removeSecondFactor: {
    action: 'second-factor.removed',
    by: ({ person }) => person.id,
    run: ({ person }) =>
      call(secondFactor.removeSecondFactor, { password, code: person.codes[1] ?? '' }, person.visitor),
    isRepeatable: true,
  },
  remind: {
    action: 'account.reset-asked',
    by: () => null,
    run: ({ portal, person }) => call(passwords.remind, { email: person.login }, portal.visitor()),
    isRepeatable: true,
  },
  resetPassword: {
    action: 'account.password-changed',
    by: ({ person }) => person.id,
    run: async ({ portal, person }) => {
      const token = await addReset(portal, person.id)
      await call(passwords.resetPassword, { token, password }, portal.visitor())
    },
    isRepeatable: true,
  },
  changePassword: {
    action: 'account.password-changed',
    by: ({ person }) => person.id,
    run: async ({ portal, person }) =>
      call(passwords.changePassword, { current: password, password }, await signedIn(portal, person.id)),
    isRepeatable: true,
  },
  saveOwnProfile: {
    action: 'account.changed',
    by: ({ person }) => person.id,
    run: async ({ portal, person }) =>
      call(profile.saveOwnProfile, { name: 'Новое Имя', phone: '' }, await signedIn(portal, person.id)),
  },
  resetSecondFactor: {
    action: 'second-factor.reset',
    run: async ({ portal, world, admin }) => {
      await portal.db.execute(
        sql`insert into second_factors (account_id, secret, confirmed_at) values (${world.salesId}, 'x', now())`,
      )
      await call(secondFactor.resetSecondFactor, { id: world.salesId }, admin)
    },
    isRepeatable: true,
  },
  setLimits: {
    action: 'account.limits-changed',
    by: ({ world }) => world.ownerId,
    run: async ({ portal, world }) => {
      const limits = { order_limit: 1000, period_limit: null, period: 'week' } as const
      await call(setLimits, { account: world.managerId, ...limits }, await signedIn(portal, world.ownerId))
    },
  },
  saveAccessSettings: {
    action: 'setting.changed',
    run: async ({ admin }) => {
      const { settings: seen } = await call(accessSettings, {}, admin)
      await call(
        saveAccessSettings,
        { seen, idle_hours_staff: 7, idle_days_buyers: 3, second_factor_demanded: false },
        admin,
      )
    },
  },
  saveClaimTerms: {
    action: 'setting.changed',
    run: async ({ admin }) => {
      const { terms: seen } = await call(claimTerms, {}, admin)
      await call(saveClaimTerms, { seen, terms: { ...seen, decision_days: 7 } }, admin)
    },
  },
  saveContractClaimTerms: {
    action: 'contract.changed',
    run: async ({ admin, world }) => {
      const none = { counted_days: null, defect_days: null, decision_days: null, answer_days: null }
      const terms = { ...none, defect_days: 30 }
      await call(saveContractClaimTerms, { id: world.contractId, seen: none, terms }, admin)
    },
  },
  saveVisitorSettings: {
    action: 'setting.changed',
    run: async ({ admin }) => {
      const { settings } = await call(readVisitorSettings, {}, admin)
      await call(saveVisitorSettings, { price_type: settings.price_types[0]?.id ?? null }, admin)
    },
  },
  saveSettings: {
    action: 'setting.changed',
    run: async ({ admin }) => {
      const {
        settings: { version },
      } = await call(staffSettings, {}, admin)
      await call(saveSettings, { version, shop: { name: 'Ёлка & Ко', company: 'ООО «Ёлка»' } }, admin)
    },
  },
  saveStaffExchange: {
    action: 'setting.changed',
    run: ({ admin }) => call(exchange.saveStaffExchange, { make_goods: true }, admin),
  },
  retrySetAside: {
    action: 'import.retried',
    run: async ({ portal, admin }) => call(exchange.retrySetAside, { id: await addSetAside(portal) }, admin),
    isRepeatable: true,
  },
  dismissSetAside: {
    action: 'import.dismissed',
    run: async ({ portal, admin }) => call(exchange.dismissSetAside, { id: await addSetAside(portal) }, admin),
    isRepeatable: true,
  },
  saveContragent: {
    action: 'contragent.created',
    by: ({ world }) => world.ownerId,
    run: async (context) => call(contragents.saveContragent, ownContragent, await ownerOf(context)),
  },
  deactivateContragent: {
    action: 'contragent.changed',
    by: ({ world }) => world.ownerId,
    run: async (context) =>
      call(contragents.deactivateContragent, { id: context.world.contragentId }, await ownerOf(context)),
  },
  activateContragent: {
    action: 'contragent.changed',
    by: ({ world }) => world.ownerId,
    run: async (context) =>
      call(contragents.activateContragent, { id: context.world.contragentId }, await ownerOf(context)),
  },
  deleteContragent: {
    action: 'contragent.changed',
    by: ({ world }) => world.ownerId,
    run: async (context) => {
      const owner = await ownerOf(context)
      const { items } = await call(contragents.listContragents, {}, owner)
      const { id } = items.find(({ inn }) => inn === ownContragent.inn) ?? { id: 999_999 }
      await call(contragents.deleteContragent, { id }, owner)
    },
  },
  saveSeller: { action: 'seller.created', run: ({ admin }) => call(saveSeller, seller, admin) },
  deleteSeller: {
    action: 'seller.deleted',
    run: async ({ portal, admin }) => {
      await addSeller(portal.db, { isDefault: false, inn: '7728168971' })
      const { items } = await call(staffSellers, {}, admin)
      await call(deleteSeller, { id: items.find(({ is_default }) => !is_default)?.id ?? 999_999 }, admin)
    },
    isRepeatable: true,
  },
  setContractSeller: {
    action: 'contract.changed',
    run: async ({ world, admin }) => {
      const { id } = await call(saveSeller, seller, admin)
      await call(setContractSeller, { id: world.contractId, seller: id }, admin)
    },
  },
  saveDeliveryMethod: {
    action: 'delivery-method.changed',
    run: async ({ admin }) => {
      const {
        methods: [method],
      } = await call(delivery.staffDelivery, {}, admin)
      await call(
        delivery.saveDeliveryMethod,
        { id: method?.id ?? 0, version: method?.version, header: 'Ёжик', price: 12.5 },
        admin,
      )
    },
  },
  saveDeliveryCompany: {
    action: 'delivery-company.created',
    run: ({ admin }) =>
      call(
        delivery.saveDeliveryCompany,
        {
          header: 'Перевозчик',
          types: [{ header: 'До двери', to_terminal: false }],
          terminals: [{ city: 'Тверь', header: 'Складская, 1' }],
        },
        admin,
      ),
  },
  saveDeliveryZone: {
    action: 'delivery-zone.created',
    run: ({ admin }) =>
      call(
        delivery.saveDeliveryZone,
        {
          header: 'Юг',
          polygon: square.map(([lng, lat]) => [lng, lat] as [number, number]),
          weekdays: [1, 3],
          price: 700,
        },
        admin,
      ),
  },
  setCalendarDay: {
    action: 'calendar-day.changed',
    run: ({ admin }) => call(setCalendarDay, { date: '09.03.2027', working: false }, admin),
  },
  saveOffer: { action: 'special-offer.created', run: ({ world, admin }) => call(saveOffer, offer(world), admin) },
  deleteOffer: {
    action: 'special-offer.deleted',
    run: async ({ world, admin }) => call(deleteOffer, { id: (await call(saveOffer, offer(world), admin)).id }, admin),
    isRepeatable: true,
  },
  saveRate: {
    action: 'currency-rate.created',
    run: ({ admin }) => call(saveRate, { currency: 'USD', rate: 82.441, date: formatDay(today) }, admin),
  },
  deleteRate: {
    action: 'currency-rate.deleted',
    run: async ({ admin }) => {
      const rate = { currency: 'EUR', date: formatDay(addDays(today, 1)) }
      await call(saveRate, { ...rate, rate: 95.107 }, admin)
      await call(deleteRate, rate, admin)
    },
    isRepeatable: true,
  },
  savePriceCondition: {
    action: 'price-condition.created',
    run: ({ world, admin }) => call(savePriceCondition, discount(world), admin),
  },
  endPriceCondition: {
    action: 'price-condition.ended',
    run: async ({ world, admin }) => {
      const { items } = await call(savePriceCondition, { ...discount(world), percent: 3 }, admin)
      const id = items.find(({ percent }) => percent === 3)?.id ?? 0
      await call(endPriceCondition, { id, contract: world.contractId }, admin)
    },
    isRepeatable: true,
  },
  savePriceBreak: {
    action: 'price-break.created',
    run: ({ world, admin }) => call(savePriceBreak, priceBreak(world, 10), admin),
  },
  endPriceBreak: {
    action: 'price-break.ended',
    run: async ({ world, admin }) => {
      const { items } = await call(savePriceBreak, priceBreak(world, 20), admin)
      await call(endPriceBreak, { id: items.at(-1)?.id ?? 0, price_type: world.priceTypeIds[0] }, admin)
    },
    isRepeatable: true,
  },
  setPurchaseType: {
    action: 'setting.changed',
    run: ({ world, admin }) => call(setPurchaseType, { type: world.priceTypeIds[1] }, admin),
  },
  saveCategory: {
    action: 'category.changed',
    run: async ({ admin }) => {
      const {
        category: { version },
      } = await call(staffCategory, { id: 7001 }, admin)
      await call(saveCategory, { id: 7001, version, shown: 'own', text: 'Свой текст' }, admin)
    },
  },
  saveParameter: {
    action: 'parameter.changed',
    run: ({ admin }) => call(parameters.saveParameter, { id: 8001, header: 'Цвет изделия', unit: '' }, admin),
  },
  showParameters: {
    action: 'parameter.changed',
    run: ({ admin }) => call(parameters.showParameters, { ids: [8001, 8002], filter: 'no', card: 'yes' }, admin),
  },
  moveParameter: {
    action: 'parameters.order-changed',
    run: ({ admin }) => call(parameters.moveParameter, { id: 8001, before: 8002 }, admin),
  },
  resetParameterOrder: {
    action: 'parameters.order-changed',
    run: ({ admin }) => call(parameters.resetParameterOrder, {}, admin),
  },
  makeExchangeAccount: { action: 'account.created', run: ({ admin }) => call(setup.makeExchangeAccount, {}, admin) },
  makeFirstContract: {
    action: 'contract.created',
    run: ({ admin }) => call(setup.makeFirstContract, firstContract(), admin),
  },
  renewOwnerPassword: {
    action: 'account.password-changed',
    run: ({ admin }) => call(setup.renewOwnerPassword, {}, admin),
    isRepeatable: true,
  },
  finishSetup: { action: 'setup.finished', run: ({ admin }) => call(setup.finishSetup, {}, admin) },
  makeAdministrator: {
    action: 'account.created',
    by: () => null,
    run: async ({ portal }) => {
      await portal.db.execute(sql`update accounts set role = 'content' where role = 'admin'`)
      await portal.db.execute(sql`update portal_setup set finished_at = null`)
      const token = (await issueSetupToken(portal)) ?? ''
      await call(
        setup.makeAdministrator,
        { token, name: 'Олег', login: 'oleg@opt.example', password },
        portal.visitor(),
      )
    },
    isRepeatable: true,
  },
  erasePersonData: {
    action: 'account.erased',
    by: () => eraser,
    run: async ({ portal }) => {
      eraser = await addAccount(portal.db, { role: 'admin', password })
      const id = await addAccount(portal.db, { role: 'sales' })
      return call(erasePersonData, { id, password }, await signedIn(portal, eraser))
    },
    isRepeatable: true,
  },
  eraseGuestData: {
    action: 'account.erased',
    by: () => eraser,
    run: async ({ portal }) => {
      eraser = await addAccount(portal.db, { role: 'admin', password })
      const id = await addRequest(portal, { status: 'rejected', decidedAt: new Date() })
      return call(eraseGuestData, { kind: 'request', id, password }, await signedIn(portal, eraser))
    },
    isRepeatable: true,
  },
  erasePersonalData: {
    action: 'account.erased',
    by: ({ person }) => person.id,
    run: async ({ portal, person }) => call(erasePersonalData, { password }, await signedIn(portal, person.id)),
    isRepeatable: true,
  },
}

const seller = {
  ...wireRequisites(),
  company: 'ООО «Вторая»',
  inn: '500100732259',
  kpp: '',
  ogrn: '',
  head_name: 'Ли А. Н.',
}

function wireRequisites() {
  const { fullName, legalAddress, headName, accountantName, correspondentAccount, ...rest } = ourRequisites
  return {
    ...rest,
    full_name: fullName,
    legal_address: legalAddress,
    head_name: headName,
    accountant_name: accountantName,
    correspondent_account: correspondentAccount,
  }
}

function offer(world: World) {
  const goods = [{ id: world.productIds[0] ?? 0, prices: [{ type: world.priceTypeIds[0] ?? 0, price: 1 }] }]
  return { title: 'Акция', starts: '01.01.2026', ends: '31.12.2030', goods }
}

function priceBreak(world: World, from: number) {
  const target = { target: 'good' as const, target_id: world.productIds[0] }
  return { price_type: world.priceTypeIds[0], ...target, by: 'quantity' as const, from, price: 95 }
}

function firstContract() {
  return {
    company: 'ООО «Ромашка»',
    inn: '7707083893',
    number: '1/Ё',
    price_type: 'Опт',
    warehouses: ['Москва'],
    owner: 'boss@romashka.example',
  }
}

async function addSetAside({ db }: TestApp): Promise<number> {
  const sessionId = await insertSession(db, { accountId: null, type: 'load', tokenHash: null })
  const fileId = await insertFile(db, { sessionId, name: 'import0_1.xml' })
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into exchange_runs (session_id, file_id, type, name, status)
    values (${sessionId}, ${fileId}, 'import', 'import0_1.xml', 'waiting') returning id`)
  return rows[0]?.id ?? 0
}
