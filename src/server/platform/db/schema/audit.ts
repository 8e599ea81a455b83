import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Who changed what (ADR 29). Append-only by trigger. No foreign keys: a row outlives its account and object. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull().defaultNow(),
    origin: text('origin').notNull(),
    /** Null: not a signed-in account. */
    accountId: integer('account_id'),
    /** The account on whose behalf it was done. */
    onBehalfOfAccountId: integer('on_behalf_of_account_id'),
    action: text('action').notNull(),
    objectType: text('object_type').notNull(),
    /** An id, or the name of a setting. Null for actions without a single object. */
    objectId: text('object_id'),
    organisationId: integer('organisation_id'),
    /** {field: {before, after}}; personal fields have ids of `audit_values` instead of values. */
    changes: jsonb('changes').notNull().default({}),
  },
  (table) => [
    index('audit_log_object').on(table.objectType, table.objectId, table.id),
    index('audit_log_account').on(table.accountId, table.id),
    // For the audit screen's order.
    index('audit_log_at').on(table.at, table.id),
    index('audit_log_action').on(table.action, table.at, table.id),
    index('audit_log_account_at').on(table.accountId, table.at, table.id),
    index('audit_log_organisation')
      .on(table.organisationId, table.at, table.id)
      .where(sql`${table.organisationId} is not null`),
    index('audit_log_on_behalf')
      .on(table.at, table.id)
      .where(sql`${table.onBehalfOfAccountId} is not null`),
    check('audit_log_origin', sql`${table.origin} in ('web','exchange','command-line','system')`),
  ],
)

/** Names of the fields that a row changes, in the order of the audit screen. Written by a trigger of `audit_log`. */
export const auditFields = pgTable(
  'audit_fields',
  {
    field: text('field').notNull(),
    at: moment('at').notNull(),
    auditId: bigint('audit_id', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.field, table.at, table.auditId] })],
)

/** Personal values of audit rows: erased on request, while the row stays. */
export const auditValues = pgTable(
  'audit_values',
  {
    id: uuid('id').primaryKey(),
    at: moment('at').notNull().defaultNow(),
    /** Type and id of the object. */
    subjectType: text('subject_type').notNull(),
    subjectId: text('subject_id'),
    value: jsonb('value').notNull(),
  },
  (table) => [
    index('audit_values_subject').on(table.subjectType, table.subjectId),
    index('audit_values_value').using('hash', table.value),
  ],
)
