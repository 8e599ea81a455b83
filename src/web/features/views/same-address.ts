/** Whether two addresses of the catalogue show the same goods: the order of their conditions is no matter. */
export function sameAddress(one: string, other: string): boolean {
  return ordered(one) === ordered(other)
}

/** An address that can be kept: without any condition there is nothing to keep. */
export function hasConditions(address: string): boolean {
  return address.includes('?')
}

function ordered(address: string): string {
  const [path = '', query = ''] = address.split('?', 2)
  const pairs = [...new URLSearchParams(query)].map((pair) => pair.join('=')).sort()
  return [decodeURI(path), ...pairs].join('&')
}
