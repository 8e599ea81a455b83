/** The price of delivery: one rule for the checkout, placed orders, reduced orders and changed deliveries. */
import { deliveryMethodRules } from './delivery-methods.ts'

/** Kopecks. `freeFromKopecks`: sum of goods from which delivery is free; null = never. */
export type DeliveryTerms = { priceKopecks: number; freeFromKopecks: number | null }

type DeliveryTermsInput = {
  methodId: number
  method: { priceKopecks: number } | null
  /** The chosen zone of own transport; null = no zone drawn or chosen. */
  zone: DeliveryTerms | null
  /** The contract's own sum, which overrides the zone's. */
  contractFreeKopecks: number | null
}

/**
 * The zone's price for own transport, else the method's; free delivery: per contract, else per zone, else off
 * (product.md §5).
 */
export function deliveryTerms({ methodId, method, zone, contractFreeKopecks }: DeliveryTermsInput): DeliveryTerms {
  const usedZone = deliveryMethodRules(methodId).usesZones ? zone : null
  return {
    priceKopecks: usedZone?.priceKopecks ?? method?.priceKopecks ?? 0,
    freeFromKopecks: contractFreeKopecks ?? usedZone?.freeFromKopecks ?? null,
  }
}

/** Delivery price in kopecks for goods of this sum. */
export function deliveryKopecks(goodsKopecks: number, { priceKopecks, freeFromKopecks }: DeliveryTerms): number {
  return isFreeAt(goodsKopecks, freeFromKopecks) ? 0 : priceKopecks
}

export function isFreeAt(goodsKopecks: number, freeFromKopecks: number | null): boolean {
  return freeFromKopecks !== null && goodsKopecks >= freeFromKopecks
}
