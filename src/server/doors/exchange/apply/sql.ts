import type { ClientBase } from 'pg'

/** A connection inside a transaction. */
export type Sql = Pick<ClientBase, 'query'>

/** Runs one statement; arrays and objects are passed as JSON. */
export async function readRows<Row extends object>(sql: Sql, statement: string, ...values: unknown[]): Promise<Row[]> {
  const { rows } = await sql.query(statement, values.map(encode))
  return rows as Row[]
}

function encode(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value
}
