/** '1 200,50 ₽' → roubles; null when empty, undefined when not a sum. */
export function parseRoublesText(typed: string): number | null | undefined {
  const text = typed.replace(/[\s\u00a0₽]/g, '').replace(',', '.')
  if (text === '') return null
  return /^\d{1,9}(\.\d{1,2})?$/.test(text) ? Number(text) : undefined
}

export function formatRoublesText(roubles: number | null): string {
  return roubles === null ? '' : new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 }).format(roubles)
}
