import type { ContragentOutcome } from '../contragents/save.ts'

export type OrderReject = { kind: 'order' | 'contragent'; code: string; name: string; reason: string }

/** Counts for the run's log: documents read, orders changed and unchanged, contragents, rejected records. */
export type ReceivedOrders = {
  documents: number
  changed: number
  unchanged: number
  contragents: Partial<Record<ContragentOutcome, number>>
  rejects: OrderReject[]
}

export const nothingReceived = (): ReceivedOrders => ({
  documents: 0,
  changed: 0,
  unchanged: 0,
  contragents: {},
  rejects: [],
})
