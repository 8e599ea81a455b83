import type { QueryClient } from '@tanstack/react-query'
import { getBasketData, processBasketUpdate, type TouchedLine } from '#shared/api/basket.ts'
import { counterDebounceMs } from '#shared/constants.ts'
import { milli, units } from '#shared/rules/money.ts'
import { call, CallError } from '#web/api/client.ts'
import { quantityIn, withReply, withQuantity, type Basket, type QuantityChange } from './basket-state.ts'

export const basketKey = ['basket']
export const basketDataKey = ['basket', 'data']

export type BasketEvent = { key: string; change: QuantityChange; error?: string; note?: string }

/** Whether the server accepted everything as shown. */
export type FlushResult = { asShown: boolean }

type Edit = {
  line: string
  /** The contract of the shown basket; another window may have chosen another one meanwhile. */
  contract: number | undefined
  change: QuantityChange
  /** Thousandths in the server's last answer. */
  confirmedMilli: number
  timer: ReturnType<typeof setTimeout> | undefined
  /** Waits until goods entered earlier are added. */
  queued: boolean
  /** Resolves when the change being sent, and everything typed meanwhile, is saved. */
  saving: Promise<void> | undefined
}

/** Key of a line: a product in a warehouse, or in all of them. */
export function lineKey(id: number, warehouse?: number): string {
  return `${id}:${warehouse ?? 'all'}`
}

/**
 * Sends quantities to the server: shown at once, sent 500 ms after the last change, one call at a time per line. New
 * goods are added one after another in the order of input, because the server keeps that order. A refusal restores the
 * server's last quantity and names the row; changes refused by an ended session are sent after the next sign-in.
 */
export function createBasketSync(queries: QueryClient, onEvent: (event: BasketEvent) => void) {
  const edits = new Map<string, Edit>()
  let corrections = 0
  const session = { hasEnded: false, signIns: 0 }
  const page = { isLeaving: false }

  // Refetching the basket keeps pending input on the screen.
  queries.setQueryDefaults(basketDataKey, {
    queryFn: async ({ signal }) => withEdits(await call(getBasketData, {}, { signal })),
  })

  function set(change: QuantityChange): void {
    page.isLeaving = false
    const basket = readCache()
    const line = lineKey(change.id, change.warehouse)
    const key = `${basket?.contract ?? ''} ${line}`
    const edit = edits.get(key) ?? {
      line,
      contract: basket?.contract,
      change,
      confirmedMilli: quantityIn(basket, change.id, change.warehouse),
      timer: undefined,
      queued: false,
      saving: undefined,
    }
    clearTimeout(edit.timer)
    edit.change = change
    edit.timer = setTimeout(() => void send(key), counterDebounceMs)
    edits.set(key, edit)
    void queries.cancelQueries({ queryKey: basketDataKey })
    updateCache(edit.contract, (shown) => withQuantity(shown, change))
    onEvent({ key: line, change })
  }

  /** Resolves when the line is saved, including changes made while a call is running. */
  function send(key: string): Promise<void> {
    const edit = edits.get(key)
    if (!edit) return Promise.resolve()
    clearTimeout(edit.timer)
    edit.timer = undefined
    edit.saving ??= sendAll(key, edit)
    return edit.saving
  }

  async function sendAll(key: string, edit: Edit): Promise<void> {
    const earlier = isNew(edit) && !page.isLeaving ? earlierAdditions(key) : []
    if (earlier.length > 0) {
      edit.queued = true
      await Promise.all(earlier.map(send))
      edit.queued = false
    }
    let sent: QuantityChange
    do {
      sent = edit.change
      if (!(await sendOnce(edit, sent))) {
        edit.saving = undefined
        return
      }
    } while (edit.change !== sent && edit.timer === undefined)
    edit.saving = undefined
    // Typed meanwhile: its own timer sends it.
    if (edit.change !== sent) return
    edits.delete(key)
    if (edits.size === 0) void queries.invalidateQueries({ queryKey: basketKey })
  }

  /** Earlier changes that also add new goods. */
  function earlierAdditions(key: string): string[] {
    const keys = [...edits.keys()]
    return keys.slice(0, keys.indexOf(key)).filter((each) => isNew(edits.get(each)))
  }

  /** False: the session has ended meanwhile. */
  async function sendOnce(edit: Edit, change: QuantityChange): Promise<boolean> {
    const { signIns } = session
    try {
      const { stats, lines } = await post(edit, change)
      edit.confirmedMilli = change.quantityMilli
      if (edit.change !== change) return true
      if (confirmedQuantity(lines, change) !== change.quantityMilli) corrections += 1
      updateCache(edit.contract, (basket) => withReply(basket, stats, lines))
      const note = lines
        .map((line) => line.note)
        .filter(Boolean)
        .join('. ')
      onEvent({ key: edit.line, change, ...(note === '' ? {} : { note }) })
    } catch (error) {
      console.error('basket change refused', error)
      if (error instanceof CallError && error.code === 'notSignedIn') {
        // The user has signed in again while the refusal was in flight.
        if (session.signIns > signIns) return sendOnce(edit, edit.change)
        session.hasEnded = true
        // The refetch is refused as well, and shows the sign-in.
        void queries.invalidateQueries({ queryKey: basketKey })
        return false
      }
      if (edit.change === change) {
        corrections += 1
        updateCache(edit.contract, (basket) => withQuantity(basket, { ...change, quantityMilli: edit.confirmedMilli }))
      }
      onEvent({ key: edit.line, change, error: error instanceof CallError ? error.message : String(error) })
    }
    return true
  }

  /** Sends all pending changes at once, including those typed meanwhile: before an order or another basket call. */
  async function flush(): Promise<FlushResult> {
    const correctionsBefore = corrections
    while (edits.size > 0 && !session.hasEnded) await Promise.all([...edits.keys()].map(send))
    return { asShown: corrections === correctionsBefore && !session.hasEnded }
  }

  /** The same user has signed in again. */
  function resume(): Promise<FlushResult> {
    session.hasEnded = false
    session.signIns += 1
    return flush()
  }

  /** A change is being sent; the whole basket is fetched once it is saved. */
  const isSaving = (): boolean => edits.size > 0 && !session.hasEnded

  /** The page is being closed: pending changes are sent without waiting for any answer. */
  function sendOnLeave(): void {
    page.isLeaving = true
    for (const [key, edit] of edits) {
      if (edit.timer === undefined && !edit.queued) continue
      if (edit.saving === undefined) void send(key)
      else post(edit, edit.change).catch(() => undefined)
    }
  }

  const readCache = () => queries.getQueryData<Basket>(basketDataKey)
  const updateCache = (contract: number | undefined, change: (basket: Basket) => Basket) =>
    queries.setQueryData<Basket>(basketDataKey, (basket) =>
      basket && basket.contract === contract ? change(basket) : basket,
    )

  function withEdits(basket: Basket): Basket {
    return [...edits.values()]
      .filter(({ contract }) => contract === basket.contract)
      .reduce((shown, { change }) => withQuantity(shown, change), basket)
  }

  return { set, flush, isSaving, resume, sendOnLeave }
}

function isNew(edit: Edit | undefined): boolean {
  return edit !== undefined && edit.confirmedMilli === 0
}

export type BasketSync = ReturnType<typeof createBasketSync>

/** Uses keepalive, so that leaving the page loses no quantity. */
function post({ contract }: Edit, change: QuantityChange) {
  const input = {
    id: change.id,
    qnt: units(change.quantityMilli),
    wms: change.warehouse ?? null,
    type: change.parent ? ('variants' as const) : ('products' as const),
    contract: contract ?? null,
  }
  return call(processBasketUpdate, input, { keepalive: true })
}

function confirmedQuantity(lines: readonly TouchedLine[], { id }: QuantityChange): number {
  return lines.filter((line) => line.id === id).reduce((sum, { qnt }) => sum + milli(qnt), 0)
}
