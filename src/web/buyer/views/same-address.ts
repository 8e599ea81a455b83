/** Whether two addresses of the catalogue show the same goods: the order of their conditions is no matter. */
export function sameAddress(one: string, other: string): boolean {
  return ordered(one) === ordered(other)
}

/** An address that can be kept: without any condition there is nothing to keep. */
export function hasConditions(address: string): boolean {
  return address.includes('?')
}

function ordered(address: string): string {
  const { pathname, searchParams } = new URL(address, 'https://portal.invalid')
  const pairs = [...searchParams].map((pair) => pair.join('=')).sort()
  return [pathname, ...pairs].join('&')
}
