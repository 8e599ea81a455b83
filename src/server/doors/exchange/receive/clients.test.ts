import { once } from 'node:events'
import { connect } from 'node:net'
import { request as httpRequest } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestApp } from '#tests/support/app.ts'
import { client1c, type Client1c } from '#tests/support/client-1c.ts'
import { account, exchangeEnded, goodsNamed, picture, startExchangeApp, zipOf } from '#tests/support/exchange.ts'
import { importXml } from '#tests/support/export-1c.ts'
import { until } from '#tests/support/wait.ts'

/** Requests of other 1C configurations and of programs that imitate them. */

let app: TestApp
let client: Client1c

beforeAll(async () => {
  app = await startExchangeApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  client = client1c(app.origin, account)
  await client.checkauth()
  await client.init()
})

const last = async (name: string) => (await client.import(name)).at(-1)
const names = async (...codes: string[]) => (await goodsNamed(app.pool, ...codes)).map(({ name }) => name)
const good = (id: string, name = `Товар ${id}`, inner = '') => importXml([{ id, name, inner }])

describe('a request', () => {
  test.each<[string, (path: string, cookie: string, body: Buffer) => Promise<string>]>([
    [
      'by PUT that waits for 100-continue',
      (path, cookie, body) => send(path, { method: 'PUT', headers: { cookie, expect: '100-continue' }, body }),
    ],
    [
      'packed by gzip',
      (path, cookie, body) => send(path, { headers: { cookie, 'content-encoding': 'gzip' }, body: gzipSync(body) }),
    ],
    [
      'of unknown length',
      (path, cookie, body) => send(path, { headers: { cookie, 'transfer-encoding': 'chunked' }, body }),
    ],
    [
      'to the address with a slash',
      (path, cookie, body) => send(path.replace('?', '/?'), { headers: { cookie }, body }),
    ],
    [
      'with sessid and no cookie',
      (path, cookie, body) => send(`${path}&sessid=${cookie.split('=')[1]}`, { headers: {}, body }),
    ],
    ['that comes byte by byte', (path, cookie, body) => send(path, { headers: { cookie }, body, slowly: true })],
  ])('%s delivers its file', async (how, request) => {
    const cookie = (await client.checkauth()).split('\n').slice(1).join('=')
    expect(
      await request('/1c-exchange?type=catalog&mode=file&filename=import0_1.xml', cookie, Buffer.from(good(how))),
    ).toBe('success')
    expect(await last('import0_1.xml')).toBe('success')
    expect(await names(how)).toEqual([`Товар ${how}`])
  })

  test('with a broken encoding is refused in Russian, and HEAD answers 200 without a body', async () => {
    const cookie = (await client.checkauth()).split('\n').slice(1).join('=')
    expect(
      await send('/1c-exchange?type=catalog&mode=file&filename=x.xml', {
        headers: { cookie, 'content-encoding': 'gzip' },
        body: Buffer.from('plain'),
      }),
    ).toBe('failure\nСжатые данные повреждены')
    expect(
      await send('/1c-exchange?type=catalog&mode=file&filename=x.xml', {
        headers: { cookie, 'content-encoding': 'gzip' },
        body: Buffer.alloc(3_000_000, 'plain'),
      }),
    ).toBe('failure\nСжатые данные повреждены')
    const head = await fetch(`${app.origin}/1c-exchange?type=catalog&mode=checkauth`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })
})

test('an endless body in a broken encoding is answered and its connection closed; the portal works on', async () => {
  const cookie = (await client.checkauth()).split('\n').slice(1).join('=')
  const { hostname, port } = new URL(app.origin)
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST /1c-exchange?type=catalog&mode=file&filename=x.xml HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\n` +
      'Content-Encoding: gzip\r\nContent-Length: 100000\r\n\r\nplain text',
  )
  let text = ''
  socket.on('data', (piece: Buffer) => void (text += piece.toString()))
  await once(socket, 'close')
  expect(text).toContain('failure\nСжатые данные повреждены')
  expect((await fetch(`${app.origin}/live`)).status).toBe(200)
})

describe('a file', () => {
  test('imported before it is sent is reported missing, and imported once it has arrived', async () => {
    expect(await last('import0_1.xml')).toBe('failure\nТакой файл не получен')
    await client.send('import0_1.xml', good('early-1'))
    expect(await last('import0_1.xml')).toBe('success')
  })

  test('sent again under the same name is a new file', async () => {
    for (const name of ['Первый', 'Второй']) {
      await client.send('import0_1.xml', good('twice-1', name))
      expect(await last('import0_1.xml')).toBe('success')
    }
    expect(await names('twice-1')).toEqual(['Второй'])
  })

  test('requested by a late import stays loaded', async () => {
    await client.send('import0_1.xml', good('late-1'))
    // Another request has the file loaded between this one's reading and writing of its state.
    const other = await app.pool.connect()
    await other.query('begin')
    const { rows } = await other.query<{ id: number }>(
      "update exchange_files set state = 'done' where state = 'receiving' returning id",
    )
    await other.query('delete from exchange_chunks where file_id = $1', [rows[0]?.id])
    const answer = last('import0_1.xml')
    await until(
      () => app.pool.query("select from pg_locks where not granted and locktype = 'transactionid'"),
      ({ rowCount }) => rowCount === 1,
    )
    await other.query('commit')
    other.release()
    expect(await answer).toBe('success')
    const { rows: states } = await app.pool.query('select state from exchange_files where id = $1', [rows[0]?.id])
    expect(states).toEqual([{ state: 'done' }])
  })

  test('requested by many imports at once is loaded once', async () => {
    await client.send('import0_1.xml', good('many-1'))
    const answers = await Promise.all(Array.from({ length: 5 }, () => last('import0_1.xml')))
    expect(new Set(answers)).toEqual(new Set(['success']))
    expect(
      (
        await app.pool.query(
          `select count(*) as n from exchange_runs r join exchange_rejects x on x.run_id = r.id
            where x.code = 'many-1'`,
        )
      ).rows[0],
    ).toEqual({ n: 0 })
    expect(
      (
        await app.pool.query(
          'select count(*) as n from exchange_runs where session_id = (select max(id) from exchange_sessions)',
        )
      ).rows[0],
    ).toEqual({ n: 1 })
  })

  test.each([
    ['webdata/import0_1.xml', 'import0_1.xml'],
    ['import0_1.xml', 'webdata/000000003/import0_1.xml'],
    ['IMPORT0_1.XML', 'import0_1.xml'],
  ])('sent as %s is found as %s', async (sent, imported) => {
    await client.send(sent, good(`named-${sent}`))
    expect(await last(imported)).toBe('success')
    expect(await names(`named-${sent}`)).toHaveLength(1)
  })

  test.each<[string, string]>([
    ['in UTF-8, encoded', encodeURIComponent('import_files/фото 1.jpg')],
    ['in UTF-8, blanks as plus', `${encodeURIComponent('import_files/фото')}+1.jpg`],
    ['in windows-1251, encoded', 'import_files/%F4%EE%F2%EE%201.jpg'],
  ])('may have the Russian name %s', async (how, filename) => {
    const cookie = (await client.checkauth()).split('\n').slice(1).join('=')
    await client.send('import0_1.xml', good(how, 'С фото', '<Картинка>import_files\\Фото 1.jpg</Картинка>'))
    expect(
      await send(`/1c-exchange?type=catalog&mode=file&filename=${filename}`, {
        headers: { cookie },
        body: await picture('red'),
      }),
    ).toBe('success')
    await last('import0_1.xml')
    await client.complete()
    await exchangeEnded(app.pool)
    expect(
      (
        await app.pool.query(
          'select 1 from product_pictures l join products p on p.id = l.product_id where p.code1c = $1',
          [how],
        )
      ).rows,
    ).toHaveLength(1)
  })
})

describe('an archive', () => {
  test('holds a newer file of the same name', async () => {
    for (const [at, id] of ['zip-one', 'zip-two'].entries()) {
      await client.send(`v8_${at}.zip`, await zipOf({ 'import.xml': good(id) }))
      expect(await last('import.xml')).toBe('success')
    }
    expect(await names('zip-one', 'zip-two')).toHaveLength(2)
  })

  test('that is damaged is reported, even if an older file of the name was loaded, and can be sent again', async () => {
    const zip = await zipOf({ 'import.xml': good('again-2') })
    await client.send('v8_1.zip', await zipOf({ 'import.xml': good('again-1') }))
    expect(await last('import.xml')).toBe('success')
    await client.send('v8_2.zip', zip.subarray(0, -30))
    expect(await last('import.xml')).toMatch(/^failure\nАрхив повреждён/)
    await client.send('v8_2.zip', zip)
    expect(await last('import.xml')).toBe('success')
    expect(await names('again-1', 'again-2')).toHaveLength(2)
    expect((await app.pool.query("select status from exchange_runs where name = 'v8_2.zip'")).rows).toEqual([
      { status: 'failed' },
    ])
  })

  test('of pictures that comes last is unpacked at the end, also with Windows code page names', async () => {
    await client.send('import.xml', good('oem-1', 'С фото', '<Картинка>import_files/фото.jpg</Картинка>'))
    expect(await last('import.xml')).toBe('success')
    await client.send(
      'pictures.zip',
      inCodePage(await zipOf({ 'import_files/####.jpg': await picture('green') }), '####', [0xe4, 0xae, 0xe2, 0xae]),
    )
    await client.complete()
    await exchangeEnded(app.pool)
    expect(
      (
        await app.pool.query(
          "select 1 from product_pictures l join products p on p.id = l.product_id where p.code1c = 'oem-1'",
        )
      ).rows,
    ).toHaveLength(1)
  })
})

test('pictures sent after the last file of a portion are processed when the next portion starts', async () => {
  const portion = async (id: string, full: boolean) => {
    await client.send(
      'import0_1.xml',
      importXml([{ id, inner: `<Картинка>import_files/${id}.jpg</Картинка>` }], { catalogue: 'late', full }),
    )
    expect(await last('import0_1.xml')).toBe('success')
    await client.send(`import_files/${id}.jpg`, await picture('blue'))
  }
  await portion('late-1', true)
  await client.checkauth()
  await portion('late-2', false)
  await client.complete()
  await exchangeEnded(app.pool)
  expect(
    (
      await app.pool.query(
        `select p.code1c from product_pictures l join products p on p.id = l.product_id where p.catalogue_code = 'late'
          order by 1`,
      )
    ).rows,
  ).toEqual([{ code1c: 'late-1' }, { code1c: 'late-2' }])
})

type Request1c = { method?: string; headers: Record<string, string>; body: Buffer; slowly?: boolean }

function send(path: string, { method = 'POST', headers, body, slowly = false }: Request1c): Promise<string> {
  return new Promise((resolve, reject) => {
    const length = headers['transfer-encoding'] === undefined ? { 'content-length': String(body.length) } : {}
    const sent = httpRequest(app.origin + path, { method, headers: { ...headers, ...length } }, (response) => {
      let text = ''
      response
        .setEncoding('utf8')
        .on('data', (piece: string) => (text += piece))
        .on('end', () => resolve(text))
    })
    sent.on('error', reject)
    const write = async () => {
      const size = slowly ? 40 : body.length
      for (let at = 0; at < body.length; at += size)
        await new Promise((written) => sent.write(body.subarray(at, at + size), written))
      sent.end()
    }
    if (headers.expect === undefined) void write()
    else sent.on('continue', () => void write())
    sent.flushHeaders()
  })
}

/** The archive with `placeholder` in its names replaced by these bytes, without the UTF-8 flag. */
function inCodePage(zip: Buffer, placeholder: string, bytes: number[]): Buffer {
  const spelt = Buffer.from(zip)
  for (const [signature, flags] of [
    ['PK\u0003\u0004', 6],
    ['PK\u0001\u0002', 8],
  ] as const) {
    const at = spelt.indexOf(signature, 0, 'latin1') + flags
    spelt.writeUInt16LE(spelt.readUInt16LE(at) & ~0x800, at)
  }
  for (let at = spelt.indexOf(placeholder); at >= 0; at = spelt.indexOf(placeholder)) spelt.set(bytes, at)
  return spelt
}
