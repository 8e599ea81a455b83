import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { counterDebounceMs } from '#shared/constants.ts'
import { quantityIn, type Basket } from './basket-state.ts'
import { createBasketSync, type BasketEvent } from './basket-sync.ts'

const drill = { id: 7, price: 100, name: 'DDF485Z · Дрель' }
const stats = { count: { products: 1, total: 5 }, actualWms: [], overCount: 0, contract: 1, sum: 500 }

let queries: QueryClient
let events: BasketEvent[]
let sent: { id: number; qnt: number; contract: number | null; keepalive: boolean | undefined }[]
let answer: (body: { id: number; qnt: number }) => Response | Promise<Response>

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  queries = new QueryClient()
  events = []
  sent = []
  queries.setQueryData(['basket', 'data'], { ...stats, products: { 7: { 1: 4 } }, lines: [], sum: 400 })
  answer = (body) => Response.json({ status: 'success', stats, lines: [touched(body.qnt)], line: touched(body.qnt) })
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    if (init.method === 'GET')
      return Response.json({ status: 'success', ...stats, products: { 7: { 1: 4 } }, lines: [], sum: 400 })
    const body = JSON.parse(init.body as string) as { id: number; qnt: number; contract: number | null }
    sent.push({ ...body, keepalive: init.keepalive })
    return answer(body)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const touched = (qnt: number, note = '') => ({
  id: 7,
  wms: 1,
  qnt,
  step: 1,
  available: 9,
  stock_label: null,
  over: false,
  price: 100,
  sum: qnt * 100,
  note,
})
const newSync = () => createBasketSync(queries, (event) => events.push(event))
const quantityNow = () => quantityIn(queries.getQueryData<Basket>(['basket', 'data']), 7)
const set = (sync: ReturnType<typeof newSync>, units: number) =>
  sync.set({ ...drill, warehouse: 1, quantityMilli: units * 1000 })

test('[N.7] a changed quantity shows at once and is sent once, 500 ms after the last change', async () => {
  const sync = newSync()
  set(sync, 5)
  set(sync, 6)
  expect(quantityNow()).toBe(6000)
  await vi.advanceTimersByTimeAsync(counterDebounceMs - 1)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toMatchObject([{ id: 7, qnt: 6, wms: 1, type: 'products', contract: 1 }])
})

test('a refusal restores the old value, names the row and is logged', async () => {
  answer = () =>
    Response.json(
      { status: 'error', code: 'insufficientStock', message: 'Недостаточно свободных остатков на складе' },
      { status: 422 },
    )
  const sync = newSync()
  set(sync, 9)
  await vi.advanceTimersByTimeAsync(counterDebounceMs)
  expect(quantityNow()).toBe(4000)
  expect(events.at(-1)).toMatchObject({
    error: 'Недостаточно свободных остатков на складе',
    change: { name: drill.name },
  })
  expect(console.error).toHaveBeenCalled()
})

test("the server's capped quantity and note replace the input", async () => {
  answer = () =>
    Response.json({ status: 'success', stats, lines: [touched(5, 'Количество уменьшено до остатка')], line: null })
  const sync = newSync()
  set(sync, 9)
  await vi.advanceTimersByTimeAsync(counterDebounceMs)
  expect(quantityNow()).toBe(5000)
  expect(events.at(-1)).toMatchObject({ note: 'Количество уменьшено до остатка' })
})

test('a line has one call at a time; later input follows it and is not overwritten by its reply', async () => {
  let release: (response: Response) => void = () => undefined
  answer = () => new Promise((resolve) => (release = resolve))
  const sync = newSync()
  set(sync, 5)
  await vi.advanceTimersByTimeAsync(counterDebounceMs)
  set(sync, 8)
  await vi.advanceTimersByTimeAsync(counterDebounceMs)
  expect(sent).toHaveLength(1)
  answer = (body) => Response.json({ status: 'success', stats, lines: [touched(body.qnt)], line: null })
  release(Response.json({ status: 'success', stats, lines: [touched(5)], line: null }))
  await vi.advanceTimersByTimeAsync(0)
  expect(sent.map(({ qnt }) => qnt)).toEqual([5, 8])
  expect(quantityNow()).toBe(8000)
})

test('flush sends waiting changes at once', async () => {
  const sync = newSync()
  set(sync, 5)
  expect(await sync.flush()).toEqual({ asShown: true })
  expect(sent.map(({ qnt }) => qnt)).toEqual([5])
})

test('flush waits for the call in progress and for input made meanwhile', async () => {
  const release = held5()
  const sync = newSync()
  set(sync, 5)
  await vi.advanceTimersByTimeAsync(counterDebounceMs)
  set(sync, 8)
  let flushed = false
  const flushing = sync.flush().then(() => (flushed = true))
  await vi.advanceTimersByTimeAsync(0)
  expect([flushed, sent.map(({ qnt }) => qnt)]).toEqual([false, [5]])
  release()
  await flushing
  expect(sent.map(({ qnt }) => qnt)).toEqual([5, 8])
  expect(quantityNow()).toBe(8000)
})

test('flush reports if the server did not accept the shown quantity', async () => {
  const sync = newSync()
  answer = () =>
    Response.json({ status: 'success', stats, lines: [touched(5, 'Количество уменьшено до остатка')], line: null })
  set(sync, 9)
  expect(await sync.flush()).toEqual({ asShown: false })
  answer = () => Response.json({ status: 'error', code: 'insufficientStock', message: 'Нет' }, { status: 422 })
  set(sync, 7)
  expect(await sync.flush()).toEqual({ asShown: false })
  expect(await sync.flush()).toEqual({ asShown: true })
})

test('changes refused by an ended session stay on screen and are sent when the account signs in again', async () => {
  answer = () =>
    Response.json({ status: 'error', code: 'notSignedIn', message: 'Войдите, чтобы продолжить' }, { status: 401 })
  const sync = newSync()
  set(sync, 5)
  await vi.advanceTimersByTimeAsync(counterDebounceMs)
  expect(await sync.flush()).toEqual({ asShown: false })
  expect([quantityNow(), events.filter(({ error }) => error !== undefined)]).toEqual([5000, []])
  queries.removeQueries()
  answer = (body) => Response.json({ status: 'success', stats, lines: [touched(body.qnt)], line: null })
  await queries.fetchQuery({ queryKey: ['basket', 'data'] })
  expect(quantityNow()).toBe(5000)
  sent.length = 0
  expect(await sync.resume()).toEqual({ asShown: true })
  expect(sent).toMatchObject([{ id: 7, qnt: 5, contract: 1 }])
})

test('quantities refused during a new sign-in are sent again automatically', async () => {
  let refuse = () => {}
  answer = () =>
    new Promise(
      (resolve) =>
        (refuse = () =>
          resolve(
            Response.json(
              { status: 'error', code: 'notSignedIn', message: 'Войдите, чтобы продолжить' },
              { status: 401 },
            ),
          )),
    )
  const sync = newSync()
  set(sync, 5)
  await vi.advanceTimersByTimeAsync(counterDebounceMs)
  const resumed = sync.resume()
  answer = (body) => Response.json({ status: 'success', stats, lines: [touched(body.qnt)], line: null })
  refuse()
  expect(await resumed).toEqual({ asShown: true })
  expect(sent.map(({ qnt }) => qnt)).toEqual([5, 5])
  expect(quantityNow()).toBe(5000)
})

test('new goods are sent one after another in the order of input; changes of existing lines do not wait', async () => {
  const releases: (() => void)[] = []
  answer = (body) =>
    new Promise((resolve) =>
      releases.push(() =>
        resolve(
          Response.json({ status: 'success', stats, lines: [{ ...touched(body.qnt), id: body.id }], line: null }),
        ),
      ),
    )
  const sync = newSync()
  for (const id of [30, 10, 20]) sync.set({ ...drill, id, quantityMilli: 1000 })
  set(sync, 5)
  sync.set({ ...drill, id: 30, quantityMilli: 2000 })
  const flushed = sync.flush()
  const ids = () => sent.map(({ id, qnt }) => `${id}: ${qnt}`)
  await vi.advanceTimersByTimeAsync(0)
  expect(ids()).toEqual(['30: 2', '7: 5'])
  for (const expected of [
    ['30: 2', '7: 5', '10: 1'],
    ['30: 2', '7: 5', '10: 1', '20: 1'],
  ]) {
    releases.splice(0).forEach((release) => release())
    await vi.advanceTimersByTimeAsync(0)
    expect(ids()).toEqual(expected)
  }
  releases.splice(0).forEach((release) => release())
  await flushed
})

test('leaving the page sends all queued changes at once', async () => {
  answer = () => new Promise(() => undefined)
  const sync = newSync()
  for (const id of [30, 10]) sync.set({ ...drill, id, quantityMilli: 1000 })
  await vi.advanceTimersByTimeAsync(counterDebounceMs)
  sync.set({ ...drill, id: 20, quantityMilli: 1000 })
  expect(sent.map(({ id }) => id)).toEqual([30])
  sync.sendOnLeave()
  expect(sent.map(({ id }) => id)).toEqual([30, 10, 20])
})

test('leaving the page sends the input with keepalive, also while a call is in progress', async () => {
  held5()
  const sync = newSync()
  set(sync, 5)
  sync.sendOnLeave()
  expect(sent).toMatchObject([{ qnt: 5, keepalive: true }])
  set(sync, 8)
  sync.sendOnLeave()
  expect(sent).toMatchObject([{ qnt: 5 }, { qnt: 8, keepalive: true }])
})

test('each change is sent for the contract it was made under, even if another is shown meanwhile', async () => {
  const sync = newSync()
  set(sync, 5)
  queries.setQueryData(['basket', 'data'], { ...stats, contract: 2, products: { 7: { 1: 1 } }, lines: [], sum: 100 })
  set(sync, 3)
  await sync.flush()
  expect(sent.map(({ contract, qnt }) => [contract, qnt])).toEqual([
    [1, 5],
    [2, 3],
  ])
  expect(quantityNow()).toBe(3000)
})

test('a basket read meanwhile shows the changes being sent', async () => {
  const sync = newSync()
  set(sync, 6)
  await queries.fetchQuery({ queryKey: ['basket', 'data'] })
  expect(quantityNow()).toBe(6000)
})

/** The call with 5 is answered on release, the others at once. */
function held5(): () => void {
  let release: (response: Response) => void = () => undefined
  answer = (body) => {
    const response = Response.json({ status: 'success', stats, lines: [touched(body.qnt)], line: null })
    return body.qnt === 5 ? new Promise((resolve) => (release = resolve)) : response
  }
  return () => release(Response.json({ status: 'success', stats, lines: [touched(5)], line: null }))
}

test('a quantity is being saved until the server has answered, but not while an ended session holds it', async () => {
  const sync = newSync()
  expect(sync.isSaving()).toBe(false)
  set(sync, 5)
  expect(sync.isSaving()).toBe(true)
  await sync.flush()
  expect(sync.isSaving()).toBe(false)

  answer = () => Response.json({ status: 'error', code: 'notSignedIn', message: 'Войдите' }, { status: 401 })
  set(sync, 6)
  await vi.advanceTimersByTimeAsync(counterDebounceMs)
  expect(sync.isSaving()).toBe(false)
})
