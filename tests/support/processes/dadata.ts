import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Call = { method: string; authorization: string | undefined; body: unknown }
type Respond = (response: ServerResponse, call: Call) => void

/** A mock of DaData's suggestions API; `respond` decides each answer. */
export async function startDaData() {
  const calls: Call[] = []
  const connections = new Set<unknown>()
  let respond: Respond = suggestNothing
  const server = createServer((request, response) => {
    connections.add(request.socket)
    void readJson(request).then((body) => {
      const call = { method: (request.url ?? '').slice(1), authorization: request.headers.authorization, body }
      calls.push(call)
      respond(response, call)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    connections: () => connections.size,
    respond: (next: Respond) => void (respond = next),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export function suggest(suggestions: unknown[]): Respond {
  return (response) => send(response, 200, { suggestions })
}

const suggestNothing = suggest([])

/** DaData's refusals: wrong key, quota exceeded, too many requests. */
export function refuse(status: number): Respond {
  return (response) => send(response, status, { family: 'CLIENT_ERROR', reason: 'Refused', message: 'no' })
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return JSON.parse(text)
}
