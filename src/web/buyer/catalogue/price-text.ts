/** Input of the price filter; undefined when empty or not a number. */
export function readPrice(text: string): number | undefined {
  const cleaned = text.replace(/\s/g, '').replace(',', '.')
  return /^\d{1,9}(\.\d*)?$/.test(cleaned) ? Math.round(Number(cleaned) * 100) / 100 : undefined
}
