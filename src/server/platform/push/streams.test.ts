import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashToken } from '#server/platform/sessions/sessions.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { openStream } from '#tests/support/event-stream.ts'
import { addSession, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { createEventStream, type EventStream } from './event-stream.ts'
import { openPush } from './push.ts'

/** Limits of streams, slow clients, the listening connection and shutdown. */
/** Generous for a busy machine. */
const maxMs = 10_000
let portal: TestApp
let world: World
beforeAll(async () => {
  portal = await startTestApp({ env: { EVENT_STREAMS: '25' } })
  world = await createWorld(portal.db)
})
afterAll(() => portal.close())

test('an account may open 20 streams, a process the configured number; more get Retry-After', async () => {
  const owner = await signedIn(portal, world.ownerId)
  const open = []
  for (let n = 0; n < 20; n += 1) open.push(await openStream(owner))
  const refused = await owner.send('/api/events/', { method: 'GET' })
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    429,
    '30',
    expect.objectContaining({ code: 'tooManyRequests' }),
  ])
  const manager = await signedIn(portal, world.managerId)
  for (let n = 0; n < 5; n += 1) open.push(await openStream(manager))
  const full = await manager.send('/api/events/', { method: 'GET' })
  expect([full.status, full.headers.get('retry-after')]).toEqual([503, '30'])
  open[0]?.leave()
  await expect
    .poll(
      () =>
        openStream(owner).then(
          (stream) => open.push(stream),
          () => 0,
        ),
      { timeout: maxMs },
    )
    .toBeGreaterThan(0)
  for (const stream of open) stream.leave()
})

test('a heartbeat ends the stream of an idle session and sends a comment to others', async () => {
  const push = openPush({ ...portal, audiences: {} }, { maxStreams: 10, heartbeatMs: 50 })
  const tokens = [await addSession(portal.db, world.managerId), await addSession(portal.db, world.managerId)]
  const server = createServer((request, response) =>
    push.open(response, {
      accountId: world.managerId,
      sessionHash: hashToken(tokens[Number(request.url?.slice(1))] ?? '').toString('hex'),
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const texts = ['', '']
  const ended = [false, false]
  for (const n of [0, 1]) {
    void fetch(`http://127.0.0.1:${port}/${n}`).then(async ({ body }) => {
      for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) texts[n] += piece
      ended[n] = true
    })
  }
  await expect.poll(() => texts.every((text) => text.includes(':\n\n')), { timeout: maxMs }).toBe(true)
  await portal.db.execute(
    sql`update sessions set last_seen_at = now() - interval '20 days' where token_hash = ${hashToken(tokens[0] ?? '')}`,
  )
  await expect.poll(() => ended, { timeout: maxMs }).toEqual([true, false])
  push.close()
  await expect.poll(() => ended, { timeout: maxMs }).toEqual([true, true])
  server.close()
})

test('a client that disconnects before its stream opens holds none', async () => {
  const push = openPush({ ...portal, audiences: {} }, { maxStreams: 10 })
  const server = createServer((_request, response) => {
    response.once('close', () => {
      push.open(response, { accountId: world.ownerId, sessionHash: '' })
      server.close()
    })
    response.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const left = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await Promise.all([once(server, 'close'), expect(left).rejects.toThrow('fetch failed')])
  expect(push.count()).toBe(0)
  push.close()
})

test('a slow client gets a reload message when it reads again, and disconnected when it never does', async () => {
  let stream: EventStream | undefined
  const server = createServer((_request, response) => void (stream = createEventStream(response)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await expect.poll(() => stream !== undefined, { timeout: maxMs }).toBe(true)
  const pour = () => {
    for (let n = 0; n < 200_000; n += 1) stream?.send([{ topic: 'orders', id: 1_000_000 + n }])
  }
  pour()
  let text = ''
  socket.on('data', (piece: Buffer) => void (text += piece.toString()))
  await expect.poll(() => text.includes('event: refresh'), { timeout: maxMs }).toBe(true)
  expect(text.match(/event: refresh/g)).toHaveLength(1)
  socket.pause()
  pour()
  const cut = once(socket, 'close')
  stream?.beat()
  stream?.beat()
  socket.resume()
  await cut
  server.close()
})

test('after a lost listening connection clients get a reload message', async () => {
  const owner = await signedIn(portal, world.ownerId)
  const stream = await openStream(owner)
  await expect.poll(() => stream.others, { timeout: maxMs }).toEqual(['ready'])
  portal.listener.renew()
  // Without notifications no stream opens.
  const { status, headers } = await owner.send('/api/events/', { method: 'GET' })
  expect([status, headers.get('retry-after')]).toEqual([503, '2'])
  await expect.poll(() => stream.others, { timeout: maxMs }).toEqual(['ready', 'refresh'])
  stream.leave()
})

test('events beyond the limit are merged by topic; an event of another version makes the client reload', async () => {
  const owner = await signedIn(portal, world.ownerId)
  const stream = await openStream(owner)
  await expect.poll(() => stream.others, { timeout: maxMs }).toEqual(['ready'])
  const accounts = [world.ownerId]
  const announce = (events: object[]) =>
    portal.pool.query("select pg_notify('events', value::text) from json_array_elements($1)", [JSON.stringify(events)])
  await announce(Array.from({ length: 200 }, (_, id) => ({ topic: 'drafts', accounts, id })))
  await expect.poll(() => stream.changes, { timeout: maxMs }).toEqual([{ topic: 'drafts' }])
  await announce([{ topic: 'weather', accounts }])
  await expect.poll(() => stream.others, { timeout: maxMs }).toEqual(['ready', 'refresh'])
  stream.leave()
})

test('closing the server does not wait for open streams', async () => {
  const other = await startTestApp({ database: portal.database })
  const visitor = await signedIn(other, world.ownerId)
  await expect.poll(() => other.listener.hears('events'), { timeout: maxMs }).toBe(true)
  const stream = await openStream(visitor)
  await expect.poll(() => stream.others, { timeout: maxMs }).toEqual(['ready'])
  const startedMs = performance.now()
  await other.app.close()
  expect(performance.now() - startedMs).toBeLessThan(5000)
  await expect.poll(() => stream.ended, { timeout: maxMs }).toBe(true)
  await other.close()
})
