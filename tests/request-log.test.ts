import { setTimeout as pause } from 'node:timers/promises'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { beginSecondFactor, confirmSecondFactor } from '#shared/api/account/second-factor.ts'
import { checkSetupToken } from '#shared/api/account/setup.ts'
import { failureSentence } from '#server/platform/startup/failure-sentence.ts'
import { openLog } from '#server/platform/log/open.ts'
import { call } from '#web/api/client.ts'
import { startTestApp, type TestApp, type Visitor } from './support/app.ts'
import { addAccount, signedIn } from './support/fixtures.ts'

type Line = {
  msg: string
  reqId: string
  path: string
  status: number
  account: number | null
  address: string
  event?: string
}

let portal: TestApp
let staffId: number
let browser: Visitor
const written: string[] = []
beforeAll(async () => {
  const sink = new Writable({ write: (chunk: Buffer, _encoding, done) => done(void written.push(chunk.toString())) })
  portal = await startTestApp({ log: openLog({ level: 'info' }, sink).log })
  staffId = await addAccount(portal.db, { role: 'admin', login: 'log@firm.example', password: 'correct horse battery' })
  browser = await signedIn(portal, staffId)
})
beforeEach(() => void written.splice(0))
afterAll(() => portal.close())

/** The request log lines, once there are `count` of them. */
async function lines(count: number): Promise<Line[]> {
  const read = () =>
    written
      .flatMap((text) => text.trim().split('\n'))
      .map((text) => JSON.parse(text) as Line)
      .filter(({ msg }) => msg === 'request')
  await expect.poll(() => read().length).toBe(count)
  return read()
}

test.each(['/api/order/%E0%A4%A', '/%', '/dbpics/%zz.webp', '/assets/%C0%AF', '/1c-exchange/%E0?type=catalog'])(
  '%s is refused, logged and answered with all headers',
  async (path) => {
    const answer = await browser.send(path, {})
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
    const [line] = await lines(1)
    expect(line).toMatchObject({
      status: 400,
      account: staffId,
      address: '127.0.0.1',
      reqId: answer.headers.get('x-request-id'),
    })
    expect(line?.path).not.toContain('%')
  },
)

test('every line of a signed-in client has the account: pictures, pages, files, 404s and early refusals', async () => {
  const paths = ['/dbpics/1.webp', '/nowhere', '/api/nowhere', '/api/order?query=%C0%80', '/health']
  for (const path of paths) await browser.send(path, {})
  expect((await lines(paths.length)).map(({ account }) => account)).toEqual(paths.map(() => staffId))
})

test('lines of guests and of foreign cookies have no account', async () => {
  const guest = portal.visitor()
  guest.cookies.set('sid', 'x'.repeat(43))
  await guest.send('/dbpics/1.webp', {})
  await portal.visitor().send('/dbpics/1.webp', {})
  expect((await lines(2)).map(({ account }) => account)).toEqual([null, null])
})

test('a burst of pictures takes one statement to find the account, and does not extend the session', async () => {
  await pause(1100)
  const seen = 'select xmin::text, last_seen_at from sessions where account_id = $1'
  await portal.pool.query("update sessions set last_seen_at = now() - interval '2 hours' where account_id = $1", [
    staffId,
  ])
  const before = (await portal.pool.query(seen, [staffId])).rows
  const statements = vi.spyOn(portal.pool, 'query')
  await Promise.all(Array.from({ length: 30 }, (_, n) => browser.send(`/dbpics/${n + 1}.webp`, {})))
  await lines(30)
  const looks = statements.mock.calls.filter(([statement]) =>
    JSON.stringify(statement).includes('awaits_second_factor'),
  )
  statements.mockRestore()
  expect(looks).toHaveLength(1)
  expect((await portal.pool.query(seen, [staffId])).rows).toEqual(before)
})

test('wrong passwords, second factor codes and secret links are logged as events', async () => {
  await call(beginSecondFactor, { password: 'wrong password' }, browser).catch(() => undefined)
  await call(beginSecondFactor, { password: 'correct horse battery' }, browser)
  await call(confirmSecondFactor, { code: '000000' }, browser).catch(() => undefined)
  await portal.visitor().send(`/price/${'a'.repeat(32)}.xml`, {})
  await portal.visitor().send('/price/x', {})
  await browser.send('/api/priceListFile/00000000-0000-4000-8000-000000000000', {})
  await call(checkSetupToken, { token: 'wrong' }, portal.visitor()).catch(() => undefined)
  expect((await lines(7)).map(({ event }) => event)).toEqual([
    'second-factor.failed',
    undefined,
    'second-factor.failed',
    'secret-address.refused',
    'secret-address.refused',
    'secret-address.refused',
    'secret-address.refused',
  ])
})

test('a failed command prints no values of its statement', async () => {
  const secret = 'k3F-9aZ_k3F-9aZ_'
  const failure = await portal.db.execute(`select '${secret}'::int`).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(failureSentence(failure)).not.toContain(secret)
  expect(failureSentence(failure)).toContain('22P02')
})
