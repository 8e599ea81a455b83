import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { Resolve } from './checked-lookup.ts'
import { openOutgoing, readReply } from './outgoing.ts'

test('a name is resolved once, and the socket goes to the addresses that were checked', async () => {
  const server = createServer((request, response) => response.end(request.headers.host))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const answers = ['127.0.0.1', '10.0.0.7']
  const asked: string[] = []
  // Nobody but this machine is reached: one of its addresses counts as public here.
  const isPublic = (address: string) => address === '127.0.0.1'
  const rebinding: Resolve = (host, callback) => {
    asked.push(host)
    callback(null, [{ address: answers.shift() ?? '', family: 4 }])
  }
  const send = openOutgoing({ resolve: rebinding, isPublic })
  const request = { maxBytes: 1000, timeoutMs: 2000, ports: [port] }
  const reply = await send(`http://rebind.example:${port}/`, request)
  expect((await readReply(reply)).toString()).toBe(`rebind.example:${port}`)
  expect(asked).toEqual(['rebind.example'])
  await expect(send(`http://rebind.example:${port}/`, request)).rejects.toMatchObject({ code: 'private' })
  server.close()
})
