import { afterEach, expect, test, vi } from 'vitest'
import { cancelOrder } from '#shared/api/orders.ts'
import { whoAmI } from '#shared/api/account/access.ts'
import { callerHeader } from '#shared/constants.ts'
import { holdCalls, setAskWho, setShownAccount } from './caller.ts'
import { call } from './client.ts'

afterEach(() => {
  vi.useRealTimers()
  setShownAccount(undefined)
  setAskWho(undefined)
})

const reply = (status: number, body: unknown) => Promise.resolve(Response.json(body, { status }))

test('while the page is left for another account nothing is sent; if it stays, in the name that it shows', async () => {
  vi.useFakeTimers()
  setShownAccount(7)
  const send = vi.fn((_path: string, _init: RequestInit) => reply(200, { me: null }))
  holdCalls()
  const polled = call(whoAmI, {}, { send })
  await vi.advanceTimersByTimeAsync(9000)
  expect(send).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2000)
  await polled
  expect(send.mock.calls[0]?.[1].headers).toMatchObject({ [callerHeader]: '7' })
  await call(whoAmI, {}, { send })
  expect(send).toHaveBeenCalledTimes(2)
})

test('a refused answer to who asked is forgotten, that of a call refused for another reason is kept', async () => {
  const forget = vi.fn()
  setAskWho({ ask: () => Promise.resolve('Павел'), forget })
  const refuse = (fields: Record<string, string>) =>
    expect(
      call(
        cancelOrder,
        { id: 1, comment: '' },
        { key: 'attempt', send: () => reply(400, { code: 'invalid', fields }) },
      ),
    ).rejects.toMatchObject({ status: 400 })
  await refuse({ comment: 'Напишите причину' })
  expect(forget).not.toHaveBeenCalled()
  await refuse({ asked_by: 'Кто' })
  expect(forget).toHaveBeenCalledWith('attempt')
})
