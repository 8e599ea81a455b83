import { sql, type SQL } from 'drizzle-orm'

export type Person = { accountId: number; login: string }

/**
 * Classifies every column of the database by personal data. `columns.test.ts` lists missing columns. How to add a
 * table: README of this room.
 */
export type ClassifiedTable = {
  /** Personal: exported, and erased with the person. */
  personal?: string
  /** Personal, but kept by law: exported, not erased. */
  law?: string
  /** Secret (password, digest of a token), a note of staff, or a copy of what another table holds: never exported. */
  secret?: string
  /** Not personal by itself. */
  plain?: string
} & (
  | {
      /** Heading in the export. */
      title: string
      /** Condition of the person's own rows. */
      of: (person: Person) => SQL
      /**
       * How rows are erased. 'blanked' clears texts of class `personal` and keeps the row; 'by-room': `erase.ts` calls
       * the owner room of the table.
       */
      erasing: 'deleted' | 'blanked' | 'by-room' | 'kept'
      /** Column with the key of a stored file, exported with the row under its `name`. */
      file?: string
      /** Condition of the rows `t` that the person is told of; the others are notes of staff, erased with the rest. */
      told?: SQL
      /** Contracts of a row `t`, an `int[]`: exported only while the person may use all of them. */
      contracts?: SQL
      /** Events of a row that staff was notified of, as in `eventKey`; `id` is the column that follows the event. */
      staffNotices?: { events: readonly string[]; id: string }
      /** Reason shown to the person why rows are kept. */
      why?: string
    }
  /** Rows belong to no account; a reason for each column that is not plain. */
  | { noOwnRows?: string }
)

export type OwnTable = Extract<ClassifiedTable, { title: string }>

type RowCondition = (person: Person) => SQL

export const byAccount =
  (column = 'account_id'): RowCondition =>
  ({ accountId }) =>
    sql`${sql.identifier(column)} = ${accountId}`
export const byLogin =
  (column: string): RowCondition =>
  ({ login }) =>
    sql`lower(${sql.identifier(column)}) = ${login.toLowerCase()}`
export const byLoginWithin =
  (column: string): RowCondition =>
  ({ login }) =>
    sql`position(${login.toLowerCase()} in ${sql.identifier(column)}) > 0`
export const byParent =
  (column: string, parent: string): RowCondition =>
  ({ accountId }) =>
    sql`${sql.identifier(column)} in (select id from ${sql.identifier(parent)} where account_id = ${accountId})`

export const ofContract = sql`array_remove(array[t.contract_id], null)`
export const ofContracts = sql`t.contract_ids`
/** The contract of the row's parent. */
export const ofParent = (column: string, parent: string): SQL =>
  sql`array(select contract_id from ${sql.identifier(parent)} parent
    where parent.id = t.${sql.identifier(column)} and contract_id is not null)`

export const bySubject = (): RowCondition => {
  return ({ accountId }) => sql`subject_type = 'account' and subject_id = ${String(accountId)}`
}
