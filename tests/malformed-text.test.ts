import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type Visitor } from './support/app.ts'
import { createWorld, signedIn } from './support/fixtures.ts'
import { listRoutes, type Route } from './support/calls/routes.ts'

/** NUL and invalid UTF-8 are refused at every mounted route, described call or not. */
let portal: TestApp
let owner: Visitor
let admin: Visitor
let routes: Route[]
beforeAll(async () => {
  portal = await startTestApp()
  const world = await createWorld(portal.db)
  owner = await signedIn(portal, world.ownerId)
  admin = await signedIn(portal, world.adminId)
  // Each file of the built web is a route of one handler: a few represent all.
  const { assets = [], others = [] } = Object.groupBy(listRoutes(portal.app), ({ path }) =>
    path.startsWith('/assets/') ? 'assets' : 'others',
  )
  routes = [...others, ...assets.slice(0, 6)]
})
afterAll(() => portal.close())

/** NUL, an invalid byte, overlong '/', overlong NUL, a lone surrogate, beyond Unicode, a truncated character. */
const brokenCodes = ['%00', 'a%00.xml', '%zz', '%', '%C0%AF', '%C0%80', '%ED%A0%80', '%F5%80%80%80', '%D0']
/** 1C also sends names in windows-1251, where only NUL is invalid. */
/** CommerceML's exchange; the feeds beside it use HTTP statuses like other calls. */
const isExchange = ({ path }: Route) => path.startsWith('/1c-exchange') && !path.startsWith('/1c-exchange/feeds/')

test('the tested routes include the calls, the files, the feeds and the exchange', () => {
  const paths = routes.map(({ path }) => path)
  for (const path of [
    '/api/login',
    '/api/order/:id',
    '/product-documents/:id',
    '/price/:file',
    '/api/priceListFile/:token',
    '/api/order/:id/invoice.pdf',
    '/1c-exchange',
    '/health',
  ])
    expect(paths).toContain(path)
  expect(paths.some((path) => path.startsWith('/dbpics/'))).toBe(true)
  expect(routes.length).toBeGreaterThan(80)
})

test('malformed text in a path or a query is a 4xx with a Russian sentence', async () => {
  const wrong: string[] = []
  for (const route of routes) {
    await Promise.all(
      brokenCodes.map(async (code) => {
        const isOther = isExchange(route) && !code.includes('%00')
        const filled = route.path.replace(/:\w+\??|\*/g, '1')
        const addresses = [
          `${filled}?x=${code}`,
          `${filled}?${code}=1`,
          ...(filled === route.path ? [] : [route.path.replace(/:\w+\??|\*/g, code)]),
        ]
        for (const address of addresses) {
          const { status, body } = await send(route, address, {})
          const isRefused = status >= 400 && status < 500 && (route.method === 'HEAD' || /[а-я]{3}/.test(body))
          if (isOther ? status >= 500 : !isRefused)
            wrong.push(`${route.method} ${address}: ${status} ${body.slice(0, 80)}`)
        }
      }),
    )
  }
  expect(wrong).toEqual([])
}, 300_000)

test('malformed text in a header is a 4xx', async () => {
  const wrong: string[] = []
  for (const route of routes.filter((each) => !isExchange(each))) {
    const { status } = await send(route, route.path.replace(/:\w+\??|\*/g, '1'), {
      headers: { 'idempotency-key': 'key\u00c0\u0080' },
    })
    if (status < 400 || status >= 500) wrong.push(`${route.method} ${route.path}: ${status}`)
  }
  expect(wrong).toEqual([])
  for (const header of ['Idempotency-Key: a\0b', 'Cookie: sid=\0']) {
    expect(
      await sendBytes(`GET /api/me HTTP/1.1\r\nHost: localhost\r\n${header}\r\nConnection: close\r\n\r\n`),
    ).toMatch(/^HTTP\/1\.1 400/)
  }
}, 300_000)

test('long or odd headers about the client and its preferences never cause a 5xx', async () => {
  const proxied = await startTestApp({ database: portal.database, env: { TRUST_PROXY: '1' } })
  const random = Array.from({ length: 4000 }, () => Math.random().toString(36).at(-1)).join('')
  const odd = [
    random,
    "' or 1=1 --",
    'unknown, , ,',
    '::ffff:1.2.3.4%25eth0',
    '[::1',
    ',,,;;;===',
    '*/*;q=x',
    '\u00e9\u00ff',
    '%00%zz',
    '-1',
    '',
  ]
  const names = [
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-forwarded-host',
    'forwarded',
    'host',
    'user-agent',
    'accept',
    'accept-encoding',
    'accept-language',
    'idempotency-key',
    'authorization',
    'cookie',
    'origin',
    'referer',
    'if-none-match',
    'if-modified-since',
    'range',
    'x-requested-with',
    'x-background',
    'sec-fetch-site',
    'content-type',
    'last-event-id',
  ]
  const wrong: string[] = []
  const bodies: Record<string, string> = {
    '/api/login': JSON.stringify({ login: 'nobody@firm.example', password: 'wrong' }),
  }
  const ownPaths = new RegExp(
    String.raw`^\/(api\/(login|me|initData|order\/:id|uploadsFromBuffer|priceListFile\/:token|setup\/token|` +
      String.raw`basket)|price\/|dbpics|documents|health|1c-exchange|\*$)`,
  )
  const walked = routes.filter(({ path }) => ownPaths.test(path))
  expect(walked.length).toBeGreaterThan(8)
  for (const { method, path } of walked) {
    const body = method === 'POST' ? (bodies[path] ?? '{}') : undefined
    await Promise.all(
      names.flatMap((name) =>
        odd.map(async (value) => {
          const answer = await sendRaw(proxied.origin, {
            method,
            path: path.replace(/:\w+\??|\*/g, '1'),
            headers: { 'content-type': 'application/json', [name]: value },
            body,
          })
          if (!/^HTTP\/1\.1 [1-4]/.test(answer))
            wrong.push(`${method} ${path} ${name}: ${value.slice(0, 20)}: ${answer.slice(0, 80)}`)
        }),
      ),
    )
  }
  await proxied.close()
  expect(wrong).toEqual([])
}, 300_000)

test('malformed text in a JSON body is a 4xx: in a value, in the name of a field and as raw bytes', async () => {
  const bodies = [
    '{"x":"a\\u0000"}',
    '{"x":[{"y":"\\ud800"}]}',
    '{"\\u0000":1}',
    '{"\\udfff":{"x":1}}',
    Buffer.from('{"x":"\xc0\xaf"}', 'latin1'),
    Buffer.from('{"x":"\xed\xa0\x80"}', 'latin1'),
  ]
  const wrong: string[] = []
  for (const route of routes.filter(({ method }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))) {
    for (const body of bodies) {
      const { status, body: answer } = await send(route, route.path.replace(/:\w+\??/g, '1'), {
        headers: { 'content-type': 'application/json' },
        body: body as never,
      })
      // A route with a file as body reads no text in it; the exchange answers 200 with 'failure'.
      const isRefused = isExchange(route) ? answer.startsWith('failure') : status >= 400 && status < 500
      if (!isRefused) wrong.push(`${route.method} ${route.path} ${String(body)}: ${status}`)
    }
  }
  expect(wrong).toEqual([])
}, 300_000)

test('malformed text in a form is a 4xx: in fields, their names and names of files', async () => {
  const multipart = (part: string) => ({
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: Buffer.from(`--b\r\nContent-Disposition: form-data; ${part}\r\n--b--\r\n`, 'latin1'),
  })
  const urlencoded = (body: string) => ({ headers: { 'content-type': 'application/x-www-form-urlencoded' }, body })
  const forms = [
    multipart('name="text"\r\n\r\na\0b'),
    multipart('name="te\0xt"\r\n\r\na'),
    multipart('name="text"\r\n\r\n\xc0\xaf'),
    multipart('name="t\xed\xa0\x80"\r\n\r\na'),
    multipart('name="file"; filename="a\0.csv"\r\nContent-Type: text/csv\r\n\r\na;1'),
    multipart('name="file"; filename="\xc0\xaf.csv"\r\nContent-Type: text/csv\r\n\r\na;1'),
    urlencoded('text=%00'),
    urlencoded('te%00xt=1'),
    urlencoded('text=%C0%AF'),
    urlencoded('text=%ED%A0%80'),
    urlencoded('text=%zz'),
  ]
  for (const path of ['/api/uploadsFromFile/', '/api/uploadsFromBuffer/']) {
    for (const form of forms) {
      const response = await owner.send(path, { method: 'POST', ...form })
      expect(
        [response.status, ((await response.json()) as { code?: string }).code],
        `${path} ${String(form.body)}`,
      ).toEqual([400, 'malformed'])
    }
  }
})

test('unusual but valid texts are accepted', async () => {
  for (const path of ['/api/order?query=50%25', '/api/order?query=%D0%AE%20%F0%9F%98%80', '/api/order?query=тест']) {
    expect((await owner.send(encodeURI(decodeURI(path)), { method: 'GET' })).status, path).toBe(200)
  }
})

async function send({ method, path }: Route, address: string, init: RequestInit) {
  const caller = path.includes('/staff/') || path.includes('/admin/') ? admin : owner
  const headers = { 'x-requested-with': 'test', ...(init.headers as Record<string, string> | undefined) }
  const response = await caller.send(address, { ...init, method, headers })
  return { status: response.status, body: await response.text() }
}

type RawRequest = { method: string; path: string; headers: Record<string, string>; body: string | undefined }

function sendRaw(origin: string, { method, path, headers, body = '' }: RawRequest): Promise<string> {
  const lines = Object.entries({
    host: 'localhost',
    'content-length': String(body.length),
    connection: 'close',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return sendBytes(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`, origin)
}

/** Bypasses HTTP clients, which would refuse to send this. */
async function sendBytes(request: string, origin = portal.origin): Promise<string> {
  const { port } = new URL(origin)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(Buffer.from(request, 'latin1'))
  let answer = ''
  for await (const piece of socket) answer += String(piece)
  return answer
}
