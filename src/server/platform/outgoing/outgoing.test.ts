import { execFile } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'
import type { Resolve } from './checked-lookup.ts'
import { openOutgoing, readReply, type OutgoingRequest } from './outgoing.ts'
import { toOutgoingError } from './refusals.ts'

let handle: (request: IncomingMessage, response: ServerResponse) => void
const server = createServer((request, response) => handle(request, response))
let origin: string
let fetchTest: ReturnType<typeof openOutgoing>
const limits: OutgoingRequest = { maxBytes: 100_000, timeoutMs: 2000, idleMs: 400 }

beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(server)}`
  fetchTest = openOutgoing({ allow: [new URL(origin).host] })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('reads a reply, unpacked, and sends what it is told', async () => {
  handle = (request, response) => {
    response.setHeader('content-encoding', 'gzip').setHeader('etag', '"1"')
    response.end(gzipSync(`${request.method} ${request.url} ${request.headers['if-none-match']}`))
  }
  const reply = await fetchTest(`${origin}/a?b=1`, { ...limits, headers: { 'if-none-match': '"0"' } })
  expect(reply).toMatchObject({ status: 200, headers: { etag: '"1"' }, address: `${origin}/a?b=1` })
  expect((await readReply(reply)).toString()).toBe('GET /a?b=1 "0"')

  handle = (_request, response) => response.writeHead(304, { 'content-encoding': 'gzip' }).end()
  const unchanged = await fetchTest(origin, limits)
  expect(unchanged.status).toBe(304)
  expect(await readReply(unchanged)).toHaveLength(0)
})

test('posts a body, follows no redirect with it and leaves every status to the caller', async () => {
  handle = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => response.writeHead(302, { location: '/other' }).end(Buffer.concat(chunks)))
  }
  const reply = await fetchTest(origin, { ...limits, method: 'POST', body: 'событие' })
  expect(reply.status).toBe(302)
  expect((await readReply(reply)).toString()).toBe('событие')
  handle = (_request, response) => response.writeHead(503).end()
  expect((await fetchTest(origin, limits)).status).toBe(503)
})

test.each([
  ['nothing', 'address'],
  ['ftp://files.example/x', 'address'],
  ['file:///etc/passwd', 'address'],
  [`https://shop.example/${'x'.repeat(3000)}`, 'address'],
  ['http://login:secret@shop.example/', 'credentials'],
  ['http://shop.example:22/', 'port'],
  ['http://shop.example:5432/', 'port'],
  ['http://127.0.0.1/', 'private'],
  ['http://127.0.0.1./', 'private'],
  ['http://2130706433/', 'private'],
  ['http://0x7f.1/', 'private'],
  ['http://0177.0.0.1/', 'private'],
  ['http://0x7f000001/', 'private'],
  ['http://127.1/', 'private'],
  ['http://0/', 'private'],
  ['http://①②⑦.⓪.⓪.①/', 'private'],
  ['http://10.1.2.3/', 'private'],
  ['http://100.64.0.1/', 'private'],
  ['http://169.254.169.254/latest/meta-data', 'private'],
  ['http://168.63.129.16/', 'private'],
  ['http://172.16.0.1/', 'private'],
  ['http://192.168.0.1/', 'private'],
  ['http://224.0.0.1/', 'private'],
  ['http://255.255.255.255/', 'private'],
  ['http://[::1]/', 'private'],
  ['http://[::]/', 'private'],
  ['http://[fe80::1]/', 'private'],
  ['http://[fd00:ec2::254]/', 'private'],
  ['http://[ff02::1]/', 'private'],
  ['http://[::ffff:127.0.0.1]/', 'private'],
  ['http://[::ffff:7f00:1]/', 'private'],
  ['http://[::127.0.0.1]/', 'private'],
  ['http://[64:ff9b::7f00:1]/', 'private'],
  ['http://[64:ff9b:1::7f00:1]/', 'private'],
  ['http://[2002:7f00:1::]/', 'private'],
  ['http://[2001::1]/', 'private'],
  ['http://localhost/', 'private'],
  ['http://LOCALHOST/', 'private'],
])('refuses %s', async (address, code) => {
  await expect(openOutgoing()(address, limits)).rejects.toMatchObject({ name: 'OutgoingError', code })
})

test('a name with a full stop at its end is no way around', async () => {
  // Whether resolvers know it differs.
  await expect(openOutgoing()('http://localhost./', limits)).rejects.toMatchObject({
    code: expect.stringMatching(/^(private|unknownHost|nameService)$/) as string,
  })
})

test('ports beside the ordinary ones are allowed by the caller', async () => {
  const asked: string[] = []
  const resolve: Resolve = (host, callback) => {
    asked.push(host)
    callback(null, [{ address: '127.0.0.1', family: 4 }])
  }
  const send = openOutgoing({ resolve })
  await expect(send('http://shop.example:8080/', limits)).rejects.toMatchObject({ code: 'port' })
  expect(asked).toEqual([])
  await expect(send('http://shop.example:8081/', { ...limits, ports: [8080] })).rejects.toThrow('80, 443 и 8080')
  await expect(send('http://shop.example:8080/', { ...limits, ports: [8080] })).rejects.toMatchObject({
    code: 'private',
  })
  expect(asked).toEqual(['shop.example'])
})

test('a name is judged by all its addresses', async () => {
  for (const address of ['10.0.0.7', '::1', '::ffff:10.0.0.7', 'fd00::1']) {
    const mixed: Resolve = (_host, callback) =>
      callback(null, [
        { address: '8.8.8.8', family: 4 },
        { address, family: address.includes(':') ? 6 : 4 },
      ])
    await expect(openOutgoing({ resolve: mixed })('https://shop.example/', limits), address).rejects.toMatchObject({
      code: 'private',
    })
  }
  const nobody: Resolve = (_host, callback) => callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), [])
  await expect(openOutgoing({ resolve: nobody })('http://shop.example/', limits)).rejects.toMatchObject({
    code: 'unknownHost',
  })
  const named: string[] = []
  const idn: Resolve = (host, callback) => {
    named.push(host)
    callback(null, [{ address: '127.0.0.1', family: 4 }])
  }
  await expect(openOutgoing({ resolve: idn })('http://пример.рф/', limits)).rejects.toMatchObject({ code: 'private' })
  expect(named).toEqual(['xn--e1afmkfd.xn--p1ai'])
})

test('each redirect is checked like the first address, and there are only a few', async () => {
  handle = (request, response) => {
    const targets: Record<string, string> = {
      '/relative': '/end',
      '/inside': 'http://169.254.169.254/latest',
      '/port': 'http://shop.example:25/',
      '/file': 'file:///etc/passwd',
      '/login': 'http://a:b@shop.example/',
      '/loop': '/loop',
      '/bad': 'http://[',
    }
    const location = targets[request.url ?? '']
    if (location === undefined) response.end('дошли')
    else response.writeHead(302, { location }).end()
  }
  const reply = await fetchTest(`${origin}/relative`, limits)
  expect(reply.address).toBe(`${origin}/end`)
  expect((await readReply(reply)).toString()).toBe('дошли')
  const expected = { inside: 'private', port: 'port', file: 'address', login: 'credentials', bad: 'address' }
  for (const [path, code] of Object.entries(expected))
    await expect(fetchTest(`${origin}/${path}`, limits), path).rejects.toMatchObject({ code })
  await expect(fetchTest(`${origin}/loop`, limits)).rejects.toMatchObject({ code: 'redirects' })
})

test('a redirect in raw UTF-8 or another encoding keeps its bytes', async () => {
  for (const [bytes, path] of [
    [Buffer.from('/фото/1.jpg'), '/%D1%84%D0%BE%D1%82%D0%BE/1.jpg'],
    [Buffer.from([0x2f, 0xf4]), '/%F4'],
  ] as const) {
    handle = (request, response) => {
      if (request.url === '/') response.writeHead(302, { location: bytes.toString('latin1') }).end()
      else response.end(request.url)
    }
    expect((await read()).toString().toUpperCase()).toBe(path.toUpperCase())
  }
})

test("the caller's headers stay with the server that they are for, and never name the host", async () => {
  const seen: unknown[] = []
  const other = createServer((request, response) => {
    seen.push(request.headers.authorization)
    response.end()
  })
  const elsewhere = `http://127.0.0.1:${await listen(other)}/`
  handle = (request, response) => {
    seen.push(request.headers.authorization)
    response.writeHead(302, { location: request.url === '/' ? '/near' : elsewhere }).end()
  }
  const send = openOutgoing({ allow: [new URL(origin).host, new URL(elsewhere).host] })
  await readReply(await send(origin, { ...limits, headers: { authorization: 'secret' } }))
  other.close()
  expect(seen).toEqual(['secret', 'secret', undefined])
  await expect(send(origin, { ...limits, headers: { Host: 'inside' } })).rejects.toThrow('host')
})

test('a time that is over before a request begins is a refusal like any other', async () => {
  const stop = AbortSignal.abort(new DOMException('over', 'TimeoutError'))
  await expect(fetchTest(origin, { ...limits, stop })).rejects.toMatchObject({ name: 'OutgoingError', code: 'tooSlow' })
})

test('a body ends at its limit, packed or not, and endless bodies end', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  handle = (_request, response) => {
    response.setHeader('content-encoding', 'gzip')
    response.end(bomb)
  }
  await expect(read()).rejects.toMatchObject({ code: 'tooLarge' })

  handle = (_request, response) => {
    response.on('close', () => clearInterval(timer))
    const timer = setInterval(() => response.write(Buffer.alloc(20_000)), 1)
  }
  await expect(read()).rejects.toMatchObject({ code: 'tooLarge' })

  // Packed bytes that unpack to nothing count too.
  const nothing = Buffer.concat(Array.from({ length: 1000 }, () => gzipSync('')))
  handle = (_request, response) => {
    response.setHeader('content-encoding', 'gzip')
    response.on('close', () => clearInterval(timer))
    const timer = setInterval(() => response.write(nothing), 1)
  }
  await expect(read()).rejects.toMatchObject({ code: 'tooLarge' })
})

test('silence and dripping end in time', async () => {
  handle = () => undefined
  await expect(read()).rejects.toMatchObject({ code: 'tooSlow' })
  handle = (_request, response) => void response.write('начало')
  await expect(read()).rejects.toMatchObject({ code: 'tooSlow' })
  handle = (_request, response) => {
    response.on('close', () => clearInterval(timer))
    const timer = setInterval(() => response.write('.'), 50)
  }
  await expect(read({ timeoutMs: 600 })).rejects.toMatchObject({ code: 'tooSlow' })
  const stop = new AbortController()
  setTimeout(() => stop.abort(new Error('the process stops')), 100)
  await expect(read({ stop: stop.signal })).rejects.toThrow('the process stops')
})

test('damaged replies are refused', async () => {
  const switching = 'HTTP/1.1 101 Switching Protocols\r\n'
  const cases: [string, (socket: Socket) => void, string | undefined][] = [
    ['HTTP/1.0 without a length', (socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nстарый'), undefined],
    ['shorter than announced', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nмало'), 'broken'],
    ['reset', (socket) => socket.resetAndDestroy(), 'broken'],
    ['not HTTP', (socket) => socket.end('220 mail.example ESMTP\r\n'), 'broken'],
    ['headers without end', (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`), 'broken'],
    ['damaged gzip', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\nоткрыто'), 'broken'],
    ['unknown packing', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-encoding: zstd, br\r\n\r\nx'), 'broken'],
    ['another protocol', (socket) => socket.write(`${switching}connection: upgrade\r\nupgrade: x\r\n\r\n`), 'broken'],
    ['closed at once', (socket) => socket.end(), 'broken'],
  ]
  for (const [name, answer, code] of cases) {
    const raw = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => answer(socket))
    })
    const address = `http://127.0.0.1:${await listen(raw)}`
    const reading = openOutgoing({ allow: [new URL(address).host] })(address, limits).then(readReply)
    if (code === undefined) expect((await reading).toString(), name).toBe('старый')
    else await expect(reading, name).rejects.toMatchObject({ code })
    raw.close()
  }
  await expect(openOutgoing({ allow: ['127.0.0.1:1'] })('http://127.0.0.1:1/', limits)).rejects.toMatchObject({
    code: 'unreachable',
  })
  const tls = origin.replace('http:', 'https:')
  await expect(fetchTest(tls, limits)).rejects.toMatchObject({ code: 'encryption' })
})

test('a status counts however its body is packed', async () => {
  handle = (_request, response) => response.writeHead(410, { 'content-encoding': 'zstd' }).end('x')
  const reply = await fetchTest(origin, { ...limits, method: 'POST' })
  expect(reply.status).toBe(410)
  await expect(readReply(reply)).rejects.toMatchObject({ code: 'broken' })
})

test.each([
  ['ENOTFOUND', 'unknownHost'],
  ['EAI_AGAIN', 'nameService'],
  ['EPROTO', 'encryption'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'encryption'],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'encryption'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
  ['CERT_HAS_EXPIRED', 'certificate'],
])('%s is told as %s', (code, refusal) => {
  expect(toOutgoingError(Object.assign(new Error('x'), { code }))).toMatchObject({ code: refusal })
})

test('a body that nobody reads ends nothing but itself', async () => {
  handle = (_request, response) => {
    response.writeHead(200)
    response.write('x')
    setTimeout(() => response.destroy(), 20)
  }
  const { body } = await fetchTest(origin, limits)
  const error = await new Promise((resolve) => body.once('error', resolve))
  expect(error).toMatchObject({ code: 'broken' })
})

test('proxies of the environment are not used', async () => {
  handle = (_request, response) => void response.end('прямо')
  const outgoing = new URL('outgoing.ts', import.meta.url).href
  const script = `
    import { openOutgoing, readReply } from '${outgoing}'
    const send = openOutgoing({ allow: ['${new URL(origin).host}'] })
    console.log((await readReply(await send('${origin}', ${JSON.stringify(limits)}))).toString())`
  const proxy = 'http://127.0.0.1:1'
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    // Node reads them when it starts.
    env: { ...process.env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, http_proxy: proxy, NO_PROXY: '', no_proxy: '' },
  })
  expect(stdout).toBe('прямо\n')
})

test('only the public network is public', () => {
  const judged = (list: string[]) => list.map(isPublicAddress)
  expect(judged(['8.8.8.8', '172.15.0.1', '172.32.0.1', '2a00:1450::1', '2606:4700::1111'])).not.toContain(false)
  const inside = ['192.0.2.1', '198.18.0.1', '203.0.113.9', '240.0.0.1', 'fec0::1', '2001:db8::1', '3fff::1', 'x', '']
  expect(judged(inside)).not.toContain(true)
})

async function read(request: Partial<OutgoingRequest> = {}): Promise<Buffer> {
  return readReply(await fetchTest(origin, { ...limits, ...request }))
}

function listen(listener: Server): Promise<number> {
  return new Promise((resolve) => {
    listener.listen(0, '127.0.0.1', () => resolve((listener.address() as AddressInfo).port))
  })
}
