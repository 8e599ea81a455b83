import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { client1c, type Client1c } from '#tests/support/client-1c.ts'
import { account, goodsNamed, startExchangeApp } from '#tests/support/exchange.ts'
import { document, importXml } from '#tests/support/export-1c.ts'
import { addAccount } from '#tests/support/fixtures.ts'
import { until } from '#tests/support/wait.ts'

let app: TestApp
let second: TestApp
let client: Client1c

beforeAll(async () => {
  app = await startExchangeApp()
  second = await startTestApp({ database: app.database, env: { DATA_DIR: app.config.dataDir } })
  await addAccount(app.db, { role: 'admin', login: 'boss@exchange.example', password: account.password })
})
afterAll(async () => {
  await second.close()
  await app.close()
})
beforeEach(() => {
  client = client1c(app.origin, account)
})

const names = (...codes: string[]) => goodsNamed(app.pool, ...codes)

describe('the protocol as 1C calls it', () => {
  test('answers checkauth with a cookie that init, file and import accept; init has exactly two lines', async () => {
    const answer = await client.checkauth()
    expect(answer).toMatch(/^success\n[a-z_]+\n[0-9a-f]{48}$/)
    expect(await client.init()).toBe('zip=yes\nfile_limit=104857600')
    expect((await client.init({ version: '2.09' })).split('\n')).toEqual([
      'zip=yes',
      'file_limit=104857600',
      expect.stringMatching(/^sessid=[0-9a-f]{48}$/),
      'version=2.09',
    ])
    expect(await client.send('import0_1.xml', importXml([{ id: 'door-1' }]))).toBe('success')
    expect((await client.import('import0_1.xml')).at(-1)).toBe('success')
    expect((await client.import('import0_1.xml')).at(-1)).toBe('success')
    expect(await client.complete()).toBe('success')
    expect(await names('door-1')).toEqual([{ code1c: 'door-1', name: 'Товар door-1', active: true }])
  })

  test('answers 200 and plain text to any request', async () => {
    for (const query of [
      '',
      '?type=catalog',
      '?type=strange&mode=init',
      '?type=catalog&mode=constructor',
      '?type=__proto__&mode=init',
      '?mode=checkauth',
      '?type=catalog&mode=init',
    ]) {
      const response = await fetch(`${app.origin}/1c-exchange${query}`)
      expect([response.status, response.headers.get('content-type'), (await response.text()).split('\n')[0]]).toEqual([
        200,
        'text/plain; charset=utf-8',
        'failure',
      ])
    }
  })

  test('accepts the session from sessid, too, and its cookie among others', async () => {
    const [, name, value] = (await client.checkauth()).split('\n')
    const bySessid = await fetch(`${app.origin}/1c-exchange?type=catalog&mode=init&sessid=${value}`)
    expect(await bySessid.text()).toMatch(/^zip=yes/)
    const byCookie = await fetch(`${app.origin}/1c-exchange?type=catalog&mode=init`, {
      headers: { cookie: `sid=abc; ${name}=${value}; x=1` },
    })
    expect(await byCookie.text()).toMatch(/^zip=yes/)
  })

  test('refuses a wrong password, an unknown login and an account that is not an exchange account', async () => {
    for (const wrong of [
      { ...account, password: 'no' },
      { ...account, login: 'nobody@exchange.example' },
      { ...account, login: 'boss@exchange.example' },
    ]) {
      expect(await client1c(app.origin, wrong).checkauth()).toBe('failure\nНеверное имя пользователя или пароль обмена')
    }
    expect(await client.init()).toMatch(/^failure\n/)
  })

  test('accepts a body of any content type or none', async () => {
    await client.checkauth()
    await client.init()
    const cookie = (await client.checkauth()).split('\n').slice(1).join('=')
    for (const [at, type] of [
      undefined,
      'foo',
      'application/json',
      'multipart/form-data',
      'text/xml; charset="',
    ].entries()) {
      expect(
        await post(
          `/1c-exchange?type=catalog&mode=file&filename=any${at}.xml`,
          { cookie, ...(type === undefined ? {} : { 'content-type': type }) },
          'bytes',
        ),
      ).toEqual([200, 'success'])
    }
  })

  test('refuses path traversal and unknown names; accepts the unusual names that 1C really sends', async () => {
    await client.checkauth()
    for (const name of [
      '../x.xml',
      'a/../../b.xml',
      '..\\..\\x.xml',
      'x.php',
      'x.svg',
      '',
      `${'long/'.repeat(100)}x.xml`,
    ]) {
      expect(await client.send(name, 'x'), name).toMatch(/^failure\n/)
    }
    for (const name of ['import_files\\ab\\pic.jpg', '/var/www/import.xml', 'C:\\export\\import0_1.xml'])
      expect(await client.send(name, 'x')).toBe('success')
  })

  test('joins chunks in order, whichever process receives them', async () => {
    const xml = Buffer.from(importXml(Array.from({ length: 200 }, (_, at) => ({ id: `chunk-${at}` }))))
    await client.checkauth()
    await client.init()
    const [, name, value] = (await client.checkauth()).split('\n')
    const size = Math.ceil(xml.length / 9)
    for (let from = 0; from < xml.length; from += size) {
      const origin = (from / size) % 2 === 0 ? app.origin : second.origin
      const response = await fetch(`${origin}/1c-exchange?type=catalog&mode=file&filename=import0_1.xml`, {
        method: 'POST',
        body: xml.subarray(from, from + size),
        headers: { cookie: `${name}=${value}` },
      })
      expect(await response.text()).toBe('success')
    }
    expect((await client.import('import0_1.xml')).at(-1)).toBe('success')
    expect((await app.pool.query("select count(*) as n from products where code1c like 'chunk-%'")).rows[0]).toEqual({
      n: 200,
    })
    // The chunks are deleted after the answer: a process killed in between leaves them, never a file without bytes.
    const left = () =>
      app.pool.query(
        "select from exchange_chunks c join exchange_files f on f.id = c.file_id where f.name = 'import0_1.xml'",
      )
    await until(left, ({ rows }) => rows.length === 0)
  })

  test('an aborted chunk leaves nothing and can be sent again', async () => {
    const xml = Buffer.from(importXml([{ id: 'torn-1' }]))
    const cookie = (await client.checkauth()).split('\n').slice(1).join('=')
    await client.init()
    await client.send('import0_1.xml', xml.subarray(0, 100))
    await breakOff(`/1c-exchange?type=catalog&mode=file&filename=import0_1.xml`, { cookie }, xml.subarray(100, 200))
    await client.send('import0_1.xml', xml.subarray(100))
    expect((await client.import('import0_1.xml')).at(-1)).toBe('success')
    expect(await names('torn-1')).toHaveLength(1)
  })

  test('init discards incomplete files', async () => {
    await client.checkauth()
    await client.send('import0_1.xml', 'garbage')
    await client.init()
    await client.send('import0_1.xml', importXml([{ id: 'anew-1' }]))
    expect((await client.import('import0_1.xml')).at(-1)).toBe('success')
  })
})

describe('orders', () => {
  const sale = () => client1c(app.origin, { ...account, type: 'sale' })

  test('are queried and confirmed; without orders the root is empty', async () => {
    const orders = sale()
    await orders.checkauth()
    expect(await orders.init()).toBe('zip=yes\nfile_limit=104857600')
    expect(await orders.ask({ mode: 'query' })).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\s*<КоммерческаяИнформация[^>]*>\s*<\/КоммерческаяИнформация>/,
    )
    expect(await orders.ask({ mode: 'success' })).toBe('success')
    expect(await orders.ask({ mode: 'info' })).toMatch(/^<\?xml.*<Справочник>/s)
  })

  test('that come back are imported when their file is complete, with or without an import call', async () => {
    const orders = sale()
    await orders.checkauth()
    await orders.init()
    const xml = Buffer.from(
      document('<Документ><Ид>1</Ид><Номер>NONE-1</Номер><ХозОперация>Заказ товара</ХозОперация></Документ>'),
    )
    expect(await orders.send('orders-1_1.xml', xml.subarray(0, 150))).toBe('success')
    expect(await orders.send('orders-1_1.xml', xml.subarray(150))).toBe('success')
    expect((await orders.import('orders-1_1.xml')).at(-1)).toBe('success')
    const { rows } = await app.pool.query(
      `select r.status, r.counts, x.code from exchange_runs r join exchange_rejects x on x.run_id = r.id
        where r.type = 'orders'`,
    )
    expect(rows).toEqual([
      { status: 'done', counts: { orders: { seen: 1, changed: 0, unchanged: 0, rejected: 1 } }, code: 'NONE-1' },
    ])
    await orders.send('orders-2_1.xml', xml.subarray(0, 150))
    expect((await orders.import('orders-2_1.xml')).at(-1)).toMatch(/^failure\n/)
  })
})

test('reference data (type=reference) is accepted and ignored', async () => {
  const reference = client1c(app.origin, { ...account, type: 'reference' })
  await reference.checkauth()
  for (const mode of ['init', 'import', 'complete'])
    expect(await reference.ask({ mode, filename: 'x.xml' })).toMatch(/^(success|zip=)/)
  expect(await reference.send('x.xml', 'anything')).toBe('success')
})

function post(path: string, headers: Record<string, string>, body: string): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      app.origin + path,
      { method: 'POST', headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) } },
      (response) => {
        let text = ''
        response
          .setEncoding('utf8')
          .on('data', (piece: string) => (text += piece))
          .on('end', () => resolve([response.statusCode ?? 0, text]))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Announces more than it sends, and disconnects. */
function breakOff(path: string, headers: Record<string, string>, body: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const sent = httpRequest(app.origin + path, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(body.length + 1000) },
    })
    sent.on('error', () => undefined)
    sent.on('close', () => setTimeout(resolve, 200))
    sent.write(body, () => setTimeout(() => sent.destroy(), 50))
  })
}
