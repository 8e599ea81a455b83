import { Writable } from 'node:stream'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { redactText } from './describe-error.ts'
import { openLog } from './open.ts'

const secret = 'k3F-9aZ_k3F-9aZ_k3F-9aZ_k3F-9aZ_'
let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

function recorded() {
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => done(void lines.push(...chunk.toString().trim().split('\n'))),
  })
  return {
    ...openLog({ level: 'info' }, sink),
    text: () => lines.join('\n'),
    lines: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
  }
}

test('an SQL error is logged with its kind and location, without any values', async () => {
  const { log, text, lines } = recorded()
  const failing = [
    () => database.pool.query('insert into settings (name, value) values ($1, null)', [secret]),
    () => database.pool.query('select $1::int', [secret]),
    () => database.pool.query(`select '${secret}'::int`),
    () => database.pool.query('select $1::jsonb', [`{"password": "${secret} of mine"`]),
  ]
  for (const failure of failing) {
    const cause = await failure().then(
      () => undefined,
      (error: unknown) => error as Error,
    )
    expect(cause).toBeInstanceOf(pg.DatabaseError)
    log.error({ err: cause }, 'statement failed')
    log.error(
      { err: new DrizzleQueryError(`select 1 where a = '${secret}' and b = $1`, [secret], cause) },
      'query failed',
    )
  }
  expect(text()).not.toContain('k3F')
  expect(text()).not.toContain('of mine')
  expect(lines()[0]).toMatchObject({ err: { code: '23502', table: 'settings', column: 'value' } })
  expect(lines()[1]).toMatchObject({ err: { statement: 'select ? where a = ? and b = $1', cause: { code: '23502' } } })
})

test('other fields of an error or a line are logged by name only', () => {
  const { log, text, lines } = recorded()
  const carrying = Object.assign(
    new Error(`GET /price/${secret}.xml for Иванов "said ${secret} and more" by ivanov@firm.ru`),
    {
      config: { headers: { authorization: `Bearer ${secret}` } },
      params: [secret],
      detail: `Key (login)=(${secret})`,
      address: secret,
      code: 'EWHATEVER',
    },
  )
  log.error(
    { err: carrying, headers: { cookie: `sid=${secret}` }, params: [secret], outcome: { sent: 2, to: secret } },
    'failed',
  )
  log.error(carrying)
  log.warn({ err: carrying }, carrying.message)
  log.warn(Object.assign({ err: new SyntaxError(`Unexpected token in my ${secret} password`) }), 'unreadable')
  expect(text()).not.toContain('k3F')
  expect(text()).not.toContain('ivanov')
  expect(text()).not.toContain('password')
  expect(lines()[0]).toMatchObject({
    unlisted: ['headers', 'params'],
    outcome: { sent: 2 },
    err: { code: 'EWHATEVER', message: 'GET … for … by …' },
  })
})

test('equal warnings are logged once and then counted; other lines are all logged', () => {
  const { log, flush, lines } = recorded()
  for (let time = 0; time < 100; time += 1) {
    log.error({ err: Object.assign(new Error('away'), { code: 'ECONNREFUSED' }) }, 'request failed')
    log.info({ status: 503, code: 'unavailable', ms: time }, 'request')
    log.info({ status: 200, ms: time }, 'request')
  }
  log.error({ err: Object.assign(new Error('full'), { code: '53100' }) }, 'request failed')
  flush()
  const seen = lines().filter(({ status }) => status !== 200)
  expect(lines().length - seen.length).toBe(100)
  expect(seen.map(({ msg, code, failure, repeated }) => [msg, code ?? failure, repeated])).toEqual([
    ['request failed', undefined, undefined],
    ['request', 'unavailable', undefined],
    ['request failed', undefined, undefined],
    ['repeated: request failed', 'ECONNREFUSED', 99],
    ['repeated: request', 'unavailable', 99],
  ])
})

test('redaction keeps the plain words of messages', () => {
  expect(redactText('connect ECONNREFUSED 127.0.0.1:5432')).toBe('connect ECONNREFUSED …')
  expect(redactText('timeout exceeded when trying to connect')).toBe('timeout exceeded when trying to connect')
  expect(redactText('{"password": "my hunter pass"} is wrong')).toBe('… is wrong')
  expect(redactText("Cannot read properties of undefined (reading 'secret')")).toBe(
    'Cannot read properties of undefined (reading …',
  )
})
