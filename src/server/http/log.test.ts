import { Writable } from 'node:stream'
import fastify, { LogController, type FastifyBaseLogger } from 'fastify'
import { expect, test } from 'vitest'
import { openLog } from '#server/log/open.ts'
import { answerError } from './errors.ts'
import { logRequests } from './log.ts'

async function pathLogged(asked: string): Promise<unknown> {
  const lines: string[] = []
  const sink = new Writable({ write: (chunk: Buffer, _encoding, done) => done(void lines.push(chunk.toString())) })
  const log: FastifyBaseLogger = openLog({ level: 'info' }, sink).log
  const app = fastify({ loggerInstance: log, logController: new LogController({ disableRequestLogging: true }) })
  app.setErrorHandler(answerError)
  logRequests(app)
  for (const path of ['/price/:file', '/api/priceListFile/:token', '/api/order/:id', '/api/staff/priceRequest/:id/files']) app.get(path, () => 'ok')
  await app.inject(asked)
  await app.close()
  return (JSON.parse(lines.find((line) => line.includes('"msg":"request"')) ?? '{}') as { path?: unknown }).path
}

const secret = 'k3F-9aZ_k3F-9aZ_k3F-9aZ_k3F-9aZ_'

test('an address that nobody else may know is not written into the log', async () => {
  expect(await pathLogged(`/price/${secret}.xml`)).toBe('/price/:file')
  expect(await pathLogged(`/api/priceListFile/${secret}`)).toBe('/api/priceListFile/:token')
  expect(await pathLogged(`/prices/${secret}.xml`)).toBe('*')
})

test('what was asked for by number is named, what was searched is not', async () => {
  expect(await pathLogged('/api/order/12?query=Иванов')).toBe('/api/order/12')
  expect(await pathLogged('/api/staff/priceRequest/7/files')).toBe('/api/staff/priceRequest/7/files')
  expect(await pathLogged('/api/order/12a')).toBe('/api/order/:id')
})
