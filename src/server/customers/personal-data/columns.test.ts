import { globSync, readFileSync } from 'node:fs'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { tables } from './columns.ts'
import { plainTables } from './plain-columns.ts'

const schema = 'src/server/platform/db/schema/'
const modules = await Promise.all(
  globSync(`${schema}**/*.ts`).map(
    (file): Promise<object> => import(/* @vite-ignore */ `../../platform/db/schema/${file.slice(schema.length)}`),
  ),
)
const stored = modules
  .flatMap((module) => Object.values(module))
  .filter((value): value is PgTable => is(value, PgTable))
  .flatMap((table) => {
    const { name, columns } = getTableConfig(table)
    return columns.map((column) => `${name}.${column.name}`)
  })
const namesIn = (list = '') => list.split(/\s+/).filter(Boolean)
const classified = [
  ...Object.entries(tables).flatMap(([table, { personal, law, secret, plain }]) =>
    [personal, law, secret, plain].flatMap(namesIn).map((column) => `${table}.${column}`),
  ),
  ...Object.entries(plainTables).flatMap(([table, list]) => namesIn(list).map((column) => `${table}.${column}`)),
]

test('every column of the database is classified once: personal, kept by law, secret or plain', () => {
  const known = new Set(classified)
  expect(stored.filter((column) => !known.has(column))).toEqual([])
  const exists = new Set(stored)
  expect(classified.filter((column, index) => !exists.has(column) || classified.indexOf(column) !== index)).toEqual([])
})

test('an exported table with a contract is exported only while the person may use the contract', () => {
  // The applicant's own request: the contract is only its outcome.
  const withoutContract = new Set(['registration_requests'])
  const silent = Object.entries(tables).filter(([name, table]) => {
    const hasContract = namesIn(table.plain).some((column) => /^contract_ids?$/.test(column))
    return 'title' in table && hasContract && table.contracts === undefined && !withoutContract.has(name)
  })
  expect(silent.map(([name]) => name)).toEqual([])
})

test('a table with anything personal or secret says whose it is, and why what stays stays', () => {
  const silent = Object.entries(tables).filter(([, table]) => {
    const says = [table.personal, table.law, table.secret].some((list) => list !== undefined)
    if (!('title' in table)) return says && table.noOwnRows === undefined
    return table.erasing === 'kept' && table.why === undefined
  })
  expect(silent.map(([name]) => name)).toEqual([])
})

/** Events whose notices name no person, or go to the person's own organisation and end with `noticeDays`. */
const withoutStaffNotices = new Set([
  'act-answered',
  'act-failed',
  'act-ready',
  'act-replied',
  'attorney',
  'chat',
  'claim',
  'contragent-created',
  'debt',
  'documents',
  'draft',
  'import-set-aside',
  'invitation',
  'job-failed',
  'login-changed',
  'moved',
  'offers-waiting',
  'order',
  'password',
  'price-request',
  'reset',
  'stream-late',
])

test('every event that anybody is notified of is erased with its person, or is known to name none', () => {
  const events = globSync('src/server/**/*.ts', { exclude: ['**/*.test.ts'] }).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/eventKey(?::| =) `([a-z-]+):/g)].map(([, event = '']) => event),
  )
  const erased = Object.values(tables).flatMap((table) =>
    'staffNotices' in table ? (table.staffNotices?.events ?? []) : [],
  )
  expect([...new Set([...erased, ...withoutStaffNotices])].sort()).toEqual([...new Set(events)].sort())
  expect(erased.filter((event) => withoutStaffNotices.has(event))).toEqual([])
})
