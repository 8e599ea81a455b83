/**
 * What a delivery costs: the one rule of the checkout, of the order, and of an order whose lines are lowered or whose
 * delivery is changed.
 */
import { ownTransportMethodId } from '../../constants.ts'

/** Kopecks. `freeFromKopecks`: from this sum of goods on it is free; null = never free. */
export type DeliveryTerms = { priceKopecks: number; freeFromKopecks: number | null }

type DeliveryTermsInput = {
  methodId: number
  method: { priceKopecks: number } | null
  /** The chosen zone of own transport; null where none is drawn or chosen. */
  zone: DeliveryTerms | null
  /** The contract's own sum, which goes before the zone's. */
  contractFreeKopecks: number | null
}

/** Own transport costs what its zone does; free delivery: per contract, else per zone, else off (product.md §5). */
export function deliveryTerms({ methodId, method, zone, contractFreeKopecks }: DeliveryTermsInput): DeliveryTerms {
  const driven = methodId === ownTransportMethodId ? zone : null
  return {
    priceKopecks: driven?.priceKopecks ?? method?.priceKopecks ?? 0,
    freeFromKopecks: contractFreeKopecks ?? driven?.freeFromKopecks ?? null,
  }
}

/** Kopecks for goods of this sum: nothing from the free sum on. */
export function deliveryKopecks(goodsKopecks: number, { priceKopecks, freeFromKopecks }: DeliveryTerms): number {
  return isFreeAt(goodsKopecks, freeFromKopecks) ? 0 : priceKopecks
}

export function isFreeAt(goodsKopecks: number, freeFromKopecks: number | null): boolean {
  return freeFromKopecks !== null && goodsKopecks >= freeFromKopecks
}
