import { counterDebounceMs } from '#shared/constants.ts'
import { units } from '#shared/rules/money.ts'

/** Typed quantities by line in thousandths, not saved yet. */
export type Typed = ReadonlyMap<number, number>
export type SendQuantities = (lines: { id: number; qnt: number }[]) => Promise<unknown>

/**
 * Pending quantities of a draft: shown at once, sent together half a second after the last change. `show` is called
 * when the shown values change.
 */
export function createDraftQuantities(show: (change: (typed: Typed) => Typed) => void) {
  let send: SendQuantities | undefined
  let pending = new Map<number, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const inFlight = new Set<Promise<unknown>>()

  /** Sets the function that sends the quantities. */
  function sendBy(latest: SendQuantities): void {
    send = latest
  }

  function set(id: number, quantityMilli: number): void {
    show((typed) => new Map(typed).set(id, quantityMilli))
    pending.set(id, quantityMilli)
    clearTimeout(timer)
    timer = setTimeout(() => void flush().catch(() => undefined), counterDebounceMs)
  }

  /** Resolves when all pending input is saved, including requests in flight; rejects if any was refused. */
  async function flush(): Promise<void> {
    clearTimeout(timer)
    if (pending.size > 0) {
      const sent = pending
      pending = new Map()
      const request = sendAll(sent)
      inFlight.add(request)
      void request.catch(() => undefined).finally(() => inFlight.delete(request))
    }
    await Promise.all(inFlight)
  }

  async function sendAll(sent: Typed): Promise<void> {
    try {
      await send?.([...sent].map(([id, quantityMilli]) => ({ id, qnt: units(quantityMilli) })))
    } finally {
      // Values typed meanwhile stay on the screen.
      show((typed) => new Map([...typed].filter(([id, quantityMilli]) => sent.get(id) !== quantityMilli)))
    }
  }

  /** Drops pending input of removed lines. */
  function forget(ids: readonly number[]): void {
    for (const id of ids) pending.delete(id)
    show((typed) => new Map([...typed].filter(([id]) => !ids.includes(id))))
  }

  return { sendBy, set, flush, forget }
}
