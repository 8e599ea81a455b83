/** Whether two catalogue addresses show the same goods, regardless of the order of their conditions. */
export function isSameAddress(a: string, b: string): boolean {
  return ordered(a) === ordered(b)
}

/** Whether an address can be saved: it needs at least one condition. */
export function hasConditions(address: string): boolean {
  return address.includes('?')
}

function ordered(address: string): string {
  const { pathname, searchParams } = new URL(address, 'https://portal.invalid')
  const pairs = [...searchParams].map((pair) => pair.join('=')).sort()
  return [pathname, ...pairs].join('&')
}
