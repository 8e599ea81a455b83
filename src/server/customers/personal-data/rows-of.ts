import { sql, type SQL } from 'drizzle-orm'

export type Person = { accountId: number; login: string }

/**
 * Every column of the database: does it say something of a person? `columns.test.ts` names a column that is
 * missing. How to add a table: README of this room.
 */
export type ClassifiedTable = {
  /** Says something of a person: exported, and gone when the person is erased. */
  personal?: string
  /** Says something of a person where a law wants it kept: exported, stays. */
  law?: string
  /** Opens something (password, digest of a token): never exported. */
  secret?: string
  /** Says nothing of a person by itself. */
  plain?: string
} & (
  | {
      /** Heading in the export. */
      title: string
      /** Condition of the person's own rows. */
      of: (person: Person) => SQL
      /**
       * What erasing does to them. 'blanked' empties texts of class `personal` and keeps the row; 'by-room': `erase.ts`
       * calls the room that owns the table.
       */
      erasing: 'deleted' | 'blanked' | 'by-room' | 'kept'
      /** Column with the key of a file in the store, exported with the row under its `name`. */
      file?: string
      /** Told to the person: why rows stay. */
      why?: string
    }
  /** No account's own rows; where a column is not plain, why not. */
  | { nobodysOwn?: string }
)

type Of = (person: Person) => SQL

export const byAccount =
  (column = 'account_id'): Of =>
  ({ accountId }) =>
    sql`${sql.identifier(column)} = ${accountId}`
export const byLogin =
  (column: string): Of =>
  ({ login }) =>
    sql`lower(${sql.identifier(column)}) = ${login.toLowerCase()}`
export const byLoginWithin =
  (column: string): Of =>
  ({ login }) =>
    sql`position(${login.toLowerCase()} in ${sql.identifier(column)}) > 0`
export const byParent =
  (column: string, parent: string): Of =>
  ({ accountId }) =>
    sql`${sql.identifier(column)} in (select id from ${sql.identifier(parent)} where account_id = ${accountId})`
export const bySubject = (): Of => {
  return ({ accountId }) => sql`subject_type = 'account' and subject_id = ${String(accountId)}`
}
