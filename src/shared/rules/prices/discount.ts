/** Discounts are hundredths of a per cent, so that 7,5 % is exact. */
const wholePrice = 10_000

/** The price after a discount, half up to the kopeck, one kopeck at least. */
export function discountedKopecks(kopecks: number, discount: number): number {
  // A price may have more digits than a number keeps after the multiplication.
  const exact = BigInt(kopecks) * BigInt(wholePrice - discount)
  const rounded = (2n * exact + BigInt(wholePrice)) / BigInt(2 * wholePrice)
  return Math.max(1, Number(rounded))
}
