import type { QueryClient } from '@tanstack/react-query'
import { processBasketUpdate } from '#shared/api/basket.ts'
import { counterDebounceMs } from '#shared/constants.ts'
import { units } from '#shared/rules/money.ts'
import { call, CallError } from '#web/api/client.ts'
import { quantityIn, withAnswer, withQuantity, type Basket, type QuantityChange } from './basket-state.ts'

export const basketKey = ['basket']
const dataKey = ['basket', 'data']

export type BasketEvent = { key: string; change: QuantityChange; error?: string; note?: string }

type Waiting = { change: QuantityChange; before: number; timer: ReturnType<typeof setTimeout> | undefined; sending: boolean }

/** Which line a change is about: a product in a warehouse, or in all of them. */
export function lineKey(id: number, warehouse?: number): string {
  return `${id}:${warehouse ?? 'all'}`
}

/**
 * Quantities of the screen on their way to the server: shown at once, sent 500 ms after the last touch,
 * one call at a time per line. A refusal puts back what the server last knew and names the row.
 */
export function createBasketSync(queries: QueryClient, tell: (event: BasketEvent) => void) {
  const waiting = new Map<string, Waiting>()

  function set(change: QuantityChange): void {
    const key = lineKey(change.id, change.warehouse)
    const current = waiting.get(key)
    clearTimeout(current?.timer)
    const before = current?.before ?? quantityIn(read(), change.id, change.warehouse)
    void queries.cancelQueries({ queryKey: dataKey })
    write((basket) => withQuantity(basket, change))
    tell({ key, change })
    const timer = setTimeout(() => void send(key), counterDebounceMs)
    waiting.set(key, { change, before, timer, sending: current?.sending ?? false })
  }

  async function send(key: string): Promise<void> {
    const entry = waiting.get(key)
    if (!entry) return
    if (entry.sending) {
      waiting.set(key, { ...entry, timer: undefined })
      return
    }
    const { change } = entry
    waiting.set(key, { ...entry, timer: undefined, sending: true })
    try {
      const { stats, lines } = await call(processBasketUpdate, {
        id: change.id,
        qnt: units(change.quantityMilli),
        wms: change.warehouse ?? null,
        type: change.parent ? 'variants' : 'products',
      })
      const note = lines.map((line) => line.note).filter(Boolean).join('. ')
      if (waiting.get(key)?.change === change) {
        write((basket) => withAnswer(basket, stats, lines))
        tell({ key, change, ...(note === '' ? {} : { note }) })
      }
      await settle(key, change, change.quantityMilli)
    } catch (error) {
      await refuse(key, entry, error)
    }
  }

  async function refuse(key: string, { change, before }: Waiting, error: unknown): Promise<void> {
    if (waiting.get(key)?.change === change) write((basket) => withQuantity(basket, { ...change, quantityMilli: before }))
    console.error('basket change refused', error)
    tell({ key, change, error: error instanceof CallError ? error.message : String(error) })
    await settle(key, change, before)
  }

  /** Sends what was typed meanwhile; once nothing is on its way, asks for the basket as the server has it. */
  async function settle(key: string, done: QuantityChange, known: number): Promise<void> {
    const latest = waiting.get(key)
    if (latest && latest.change !== done) {
      waiting.set(key, { ...latest, before: known, sending: false })
      if (latest.timer === undefined) await send(key)
      return
    }
    waiting.delete(key)
    if (waiting.size === 0) await queries.invalidateQueries({ queryKey: basketKey })
  }

  /** Sends at once all that is still waiting: before another page, an order, the end of the page. */
  async function flush(): Promise<void> {
    const keys = [...waiting.keys()]
    for (const key of keys) clearTimeout(waiting.get(key)?.timer)
    await Promise.all(keys.map(send))
  }

  const read = () => queries.getQueryData<Basket>(dataKey)
  const write = (change: (basket: Basket) => Basket) =>
    queries.setQueryData<Basket>(dataKey, (basket) => (basket ? change(basket) : basket))

  return { set, flush }
}

export type BasketSync = ReturnType<typeof createBasketSync>
