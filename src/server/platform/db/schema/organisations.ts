import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import { identity, kopecks, milli, moment } from './columns.ts'
import { priceTypes, warehouses } from './catalogue.ts'
import { deliveryZones } from './delivery.ts'

/** Staff shown to buyers as their personal manager. */
export const personalManagers = pgTable('personal_managers', {
  id: identity(),
  name: text('name').notNull(),
  phone: text('phone').notNull(),
  email: text('email').notNull().default(''),
})

/** Our organisations that sell under contracts, with requisites for invoices. */
export const sellers = pgTable(
  'sellers',
  {
    id: identity(),
    /** Ид in 1C (Владелец of a catalogue). */
    code1c: text('code1c'),
    company: text('company').notNull(),
    fullName: text('full_name').notNull().default(''),
    inn: text('inn').notNull(),
    /** Empty for ИП. */
    kpp: text('kpp').notNull().default(''),
    ogrn: text('ogrn').notNull().default(''),
    legalAddress: text('legal_address').notNull().default(''),
    phone: text('phone').notNull().default(''),
    email: text('email').notNull().default(''),
    headPost: text('head_post').notNull().default('Генеральный директор'),
    headName: text('head_name').notNull().default(''),
    accountantName: text('accountant_name').notNull().default(''),
    bank: text('bank').notNull().default(''),
    bik: text('bik').notNull().default(''),
    /** Расчётный счёт. */
    account: text('account').notNull().default(''),
    /** Корреспондентский счёт. */
    correspondentAccount: text('correspondent_account').notNull().default(''),
    /** VAT by the rates of goods, or one rate for everything (see shared/rules/vat.ts). */
    vat: text('vat').notNull().default('goods'),
    /** The seller of contracts without one. */
    isDefault: boolean('is_default').notNull().default(false),
  },
  (table) => [
    uniqueIndex('sellers_inn_kpp_key').on(table.inn, table.kpp),
    uniqueIndex('sellers_default')
      .on(table.isDefault)
      .where(sql`is_default`),
    check('sellers_vat', sql`${table.vat} in ('goods','7','5','none')`),
  ],
)

/** A buyer. 'pending' until approved by an administrator. */
export const organisations = pgTable(
  'organisations',
  {
    id: identity(),
    name: text('name').notNull(),
    status: text('status').notNull().default('active'),
    /** Belongs to a demo visitor and is deleted at night; its orders never reach 1C. */
    demo: boolean('demo').notNull().default(false),
    personalManagerId: integer('personal_manager_id').references(() => personalManagers.id),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Everything of it went over to that one; it is blocked, and only the audit trail refers to it. */
    mergedIntoId: integer('merged_into_id').references((): AnyPgColumn => organisations.id),
    mergedAt: moment('merged_at'),
  },
  (table) => [
    index('organisations_merged')
      .on(table.mergedIntoId)
      .where(sql`merged_into_id is not null`),
    check('organisations_merged', sql`(${table.mergedIntoId} is null) = (${table.mergedAt} is null)`),
    check('organisations_status', sql`${table.status} in ('pending','active','blocked')`),
  ],
)

/** A legal entity of a buyer. */
export const contragents = pgTable(
  'contragents',
  {
    id: identity(),
    organisationId: integer('organisation_id')
      .notNull()
      .references(() => organisations.id),
    /** Ид in 1C. */
    code1c: text('code1c'),
    company: text('company').notNull(),
    fullName: text('full_name').notNull().default(''),
    legalForm: text('legal_form').notNull().default('ООО'),
    inn: text('inn').notNull(),
    kpp: text('kpp').notNull().default(''),
    ogrn: text('ogrn').notNull().default(''),
    legalAddress: text('legal_address').notNull().default(''),
    /** Empty: the legal address. */
    actualAddress: text('actual_address').notNull().default(''),
    headPost: text('head_post').notNull().default(''),
    headName: text('head_name').notNull().default(''),
    bank: text('bank').notNull().default(''),
    bik: text('bik').notNull().default(''),
    /** Расчётный счёт. */
    account: text('account').notNull().default(''),
    /** Корреспондентский счёт. */
    correspondentAccount: text('correspondent_account').notNull().default(''),
    phone: text('phone').notNull().default(''),
    email: text('email').notNull().default(''),
    /** Day on which the company register had exactly these requisites; null: it did not, or was not asked. */
    registerChecked: date('register_checked', { mode: 'string' }),
    status: text('status').notNull().default('active'),
  },
  (table) => [
    uniqueIndex('contragents_inn_kpp_key').on(table.inn, table.kpp),
    index('contragents_organisation').on(table.organisationId),
    index('contragents_code1c').on(table.code1c),
    check('contragents_status', sql`${table.status} in ('active','inactive','deleted')`),
  ],
)

/** Договор of a contragent: price types, warehouses and terms of payment. */
export const contracts = pgTable(
  'contracts',
  {
    id: identity(),
    organisationId: integer('organisation_id')
      .notNull()
      .references(() => organisations.id),
    contragentId: integer('contragent_id')
      .notNull()
      .references(() => contragents.id),
    /** Null: the default seller. */
    sellerId: integer('seller_id').references(() => sellers.id),
    code1c: text('code1c'),
    number: text('number').notNull(),
    signedOn: date('signed_on', { mode: 'string' }).notNull(),
    validTo: date('valid_to', { mode: 'string' }),
    status: text('status').notNull().default('active'),
    priceTypeId: integer('price_type_id')
      .notNull()
      .references(() => priceTypes.id),
    /** Null: the price type marked as РРЦ, if any. */
    rrcTypeId: integer('rrc_type_id').references(() => priceTypes.id),
    payment: text('payment').notNull().default('prepaid'),
    prepaymentPercent: integer('prepayment_percent').notNull().default(100),
    deferralDays: integer('deferral_days').notNull().default(0),
    creditLimitKopecks: kopecks('credit_limit_kopecks'),
    debtKopecks: kopecks('debt_kopecks').notNull().default(0),
    advanceKopecks: kopecks('advance_kopecks').notNull().default(0),
    minOrderKopecks: kopecks('least_order_kopecks'),
    freeDeliveryKopecks: kopecks('free_delivery_kopecks'),
    /** Working days that an unpaid prepaid order keeps its reservation. */
    holdDays: integer('hold_days').notNull().default(3),
    stopOrders: boolean('stop_orders').notNull().default(false),
    debtAlert: text('debt_alert'),
    /** exact | more ('более N') | words ('есть/мало/нет'). */
    stockDisplay: text('stock_display').notNull().default('exact'),
    stockCapMilli: milli('stock_cap_milli').notNull().default(10_000),
  },
  (table) => [
    uniqueIndex('contracts_number_key').on(table.contragentId, table.number),
    uniqueIndex('contracts_code1c_key').on(table.code1c),
    index('contracts_organisation').on(table.organisationId),
    index('contracts_seller').on(table.sellerId),
    check('contracts_status', sql`${table.status} in ('signing','active','suspended','expired')`),
    check('contracts_payment', sql`${table.payment} in ('prepaid','deferred')`),
    check('contracts_stock_display', sql`${table.stockDisplay} in ('exact','more','words')`),
  ],
)

/** Warehouses a contract buys from, in order of preference. */
export const contractWarehouses = pgTable(
  'contract_warehouses',
  {
    contractId: integer('contract_id')
      .notNull()
      .references(() => contracts.id, { onDelete: 'cascade' }),
    warehouseId: integer('warehouse_id')
      .notNull()
      .references(() => warehouses.id),
    position: integer('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.contractId, table.warehouseId] })],
)

export const addresses = pgTable(
  'addresses',
  {
    id: identity(),
    organisationId: integer('organisation_id')
      .notNull()
      .references(() => organisations.id),
    fullAddress: text('full_address').notNull(),
    postindex: text('postindex').notNull().default(''),
    /** For the driver: opening hours, a pass. */
    comment: text('comment').notNull().default(''),
    /** Preselected at checkout. */
    isMain: boolean('is_main').notNull().default(false),
    /** Chosen in the last order to it. */
    deliveryZoneId: integer('delivery_zone_id').references(() => deliveryZones.id),
    deleted: boolean('deleted').notNull().default(false),
  },
  (table) => [
    index('addresses_organisation').on(table.organisationId),
    uniqueIndex('addresses_main')
      .on(table.organisationId)
      .where(sql`is_main and not deleted`),
  ],
)

export const consignees = pgTable(
  'consignees',
  {
    id: identity(),
    organisationId: integer('organisation_id')
      .notNull()
      .references(() => organisations.id),
    name: text('name').notNull(),
    surname: text('surname').notNull(),
    patronymic: text('patronymic').notNull().default(''),
    phone: text('phone').notNull().default(''),
    company: text('company').notNull().default(''),
    comment: text('comment').notNull().default(''),
    attorneyNumber: text('attorney_number').notNull().default(''),
    attorneyDate: date('attorney_date', { mode: 'string' }),
    /** Last valid day; null: unlimited. */
    attorneyValidTo: date('attorney_valid_to', { mode: 'string' }),
    /** The scan's key in the file store; null: none. */
    fileKey: text('file_key'),
    fileName: text('file_name').notNull().default(''),
    fileType: text('file_type'),
    fileBytes: integer('file_bytes'),
    deleted: boolean('deleted').notNull().default(false),
  },
  (table) => [
    index('consignees_organisation').on(table.organisationId),
    check('consignees_file_type', sql`${table.fileType} in ('pdf','jpg','png')`),
    check('consignees_file', sql`(${table.fileKey} is null) = (${table.fileType} is null)`),
  ],
)
