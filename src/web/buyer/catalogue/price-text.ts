const wholeFormat = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 0 })
const exactFormat = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Roubles in the price filter: thousands grouped, 2 decimals, none for whole numbers [V.13]. */
export function filterPrice(roubles: number): string {
  return (Number.isInteger(roubles) ? wholeFormat : exactFormat).format(roubles)
}

/** Input of the price filter; undefined when empty or not a number. */
export function readPrice(text: string): number | undefined {
  const cleaned = text.replace(/\s/g, '').replace(',', '.')
  return /^\d{1,9}(\.\d*)?$/.test(cleaned) ? Math.round(Number(cleaned) * 100) / 100 : undefined
}
