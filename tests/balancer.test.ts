import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '#server/platform/db/free-port.ts'
import { until } from './support/wait.ts'

/** The balancer of compose.yaml with its real configuration in front of two portals. */
const template = readFileSync('deploy/nginx.conf.template', 'utf8')
const logName = 'output.log'
const hasNginx = spawnSync('nginx', ['-v']).status === 0

test('the balancer never excludes a portal for its answers, and buffers no answers in temporary files', () => {
  expect(template).toMatch(/^ +server portal:3000 resolve max_fails=0;$/m)
  expect(template).toMatch(/^ +proxy_next_upstream error timeout;$/m)
  expect(template).toMatch(/^ +proxy_max_temp_file_size 0;$/m)
})

describe.skipIf(!hasNginx)('with nginx (skipped where it is not installed: apt-get install nginx-light)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-balancer-'))
  let origin: string
  let nginx: ChildProcess
  let portals: Server[]
  beforeAll(async () => {
    portals = [await startPortal(), await startPortal()]
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    nginx = await startNginx(folder, { port, portals: portals.map(portOf) })
  })
  afterAll(async () => {
    await stopNginx(nginx)
    for (const portal of portals) portal.close()
    rmSync(folder, { recursive: true })
  })

  const statuses = (path: string, init?: RequestInit) =>
    Promise.all(Array.from({ length: 20 }, async () => (await fetch(origin + path, init)).status))
  const everybody = Array.from({ length: 20 }, () => 200)
  beforeEach(async () => expect(await statuses('/')).toEqual(everybody))

  test('a busy portal’s 503 is passed through, and other requests are not affected', async () => {
    const refused = await fetch(`${origin}/busy`)
    expect({ status: refused.status, later: refused.headers.get('retry-after'), text: await refused.text() }).toEqual({
      status: 503,
      later: '10',
      text: 'busy',
    })
    expect(new Set(await statuses('/busy'))).toEqual(new Set([503]))
    expect(await statuses('/')).toEqual(everybody)
  })

  test('aborted connections do not exclude a portal for other requests', async () => {
    expect(new Set(await statuses('/cut'))).toEqual(new Set([502]))
    expect(await statuses('/')).toEqual(everybody)
    expect(await statuses('/', { method: 'POST', body: 'x' })).toEqual(everybody)
  })

  test('requests that failed are logged without their paths, which hold secrets; others are not logged', async () => {
    const log = () => readFileSync(join(folder, logName), 'utf8')
    const before = log().length
    expect(await statuses('/price/oHvK3jRw.xml?key=oHvK3jRw')).toEqual(everybody)
    expect(log().slice(before)).toBe('')
    expect(new Set(await statuses('/cut/oHvK3jRw?key=oHvK3jRw'))).toEqual(new Set([502]))
    const lines = await until(
      async () => log().slice(before).trim().split('\n'),
      ({ length }) => length >= 20,
      5000,
    )
    for (const line of lines) expect(line).toMatch(/^\S+ 127\.0\.0\.1 GET 502, portal 127\.0\.0\.1:\d+.* answered /)
    expect(log()).not.toMatch(/oHvK3jRw|cut/)
  })

  test('an unreachable portal is skipped, also for changing requests', async () => {
    const [first] = portals
    if (!first) throw new Error('there is no portal')
    const port = portOf(first)
    first.closeAllConnections()
    await new Promise((resolve) => void first.close(resolve))
    try {
      expect(await statuses('/')).toEqual(everybody)
      expect(await statuses('/', { method: 'POST', body: 'x' })).toEqual(everybody)
    } finally {
      portals[0] = await startPortal(port)
    }
  })
})

describe.skipIf(!hasNginx)('what a portal hears of the client', () => {
  const forwarded = { 'x-forwarded-for': '6.6.6.6, 203.0.113.9', 'x-forwarded-proto': 'https' }

  test.each([
    ['is what the proxy with TLS says', '127.0.0.1', { address: '203.0.113.9', scheme: 'https' }],
    ['is the connection’s, not what the client says', '192.0.2.1', { address: '127.0.0.1', scheme: 'http' }],
  ])('%s', async (_, tlsProxy, expected) => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-balancer-'))
    const portal = await startPortal()
    const port = await freePort()
    const nginx = await startNginx(folder, { port, portals: [portOf(portal)], tlsProxy })
    try {
      const headers = { ...forwarded, 'x-forwarded-host': 'evil.example' }
      const answer = await fetch(`http://127.0.0.1:${port}/headers`, { headers })
      expect(await answer.json()).toEqual(expected)
    } finally {
      await stopNginx(nginx)
      portal.close()
      rmSync(folder, { recursive: true })
    }
  })
})

async function startPortal(port = 0): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/cut')) return void request.socket.destroy()
    if (request.url === '/busy') return void response.writeHead(503, { 'retry-after': '10' }).end('busy')
    if (request.url === '/headers') return void response.end(JSON.stringify(clientOf(request)))
    request.resume().on('end', () => void response.end('ok'))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** What a portal reads; JSON leaves out the host where none was passed on. */
function clientOf({ headers }: IncomingMessage) {
  return {
    address: headers['x-forwarded-for'],
    scheme: headers['x-forwarded-proto'],
    host: headers['x-forwarded-host'],
  }
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

async function stopNginx(nginx: ChildProcess): Promise<void> {
  const ended = once(nginx, 'exit')
  nginx.kill('SIGTERM')
  await ended
}

/** Container names, which only Docker resolves, are replaced by addresses; the rest is as in production. */
async function startNginx(
  folder: string,
  { port, portals, tlsProxy = '127.0.0.1' }: { port: number; portals: number[]; tlsProxy?: string },
): Promise<ChildProcess> {
  const site = template
    .replace(/^resolver .*$/m, '')
    .replace(/^( +)server portal:3000 resolve (.*;)$/m, (_, indent: string, flags: string) =>
      portals.map((each) => `${indent}server 127.0.0.1:${each} ${flags}`).join('\n'),
    )
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replaceAll('${TLS_PROXY}', tlsProxy)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  // As in the image: an access log with paths, unless the site says otherwise.
  const http = `http {\naccess_log ${folder}/${logName};\n${temporary}\n${site}\n}\n`
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${user}\ndaemon off;\nworker_processes 1;\npid ${folder}/pid;\nevents {}\n${http}`,
  )
  // A file, as nginx cannot open a socket as /dev/stdout.
  const output = openSync(join(folder, logName), 'a')
  // The kernel ends it where this process is killed.
  const starter = process.platform === 'linux' ? ['setpriv', '--pdeathsig=TERM'] : []
  const [command, ...args] = [...starter, 'nginx', '-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')]
  const nginx = spawn(command, args, { stdio: ['ignore', output, output] })
  closeSync(output)
  await until(
    () => fetch(`http://127.0.0.1:${port}/`),
    ({ ok }) => ok,
    10_000,
  )
  return nginx
}
