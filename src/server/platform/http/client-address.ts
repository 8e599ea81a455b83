import { isIP, isIPv4 } from 'node:net'

/** Normalises an IP address: without port and zone, mapped IPv4 as IPv4; undefined if invalid. */
export function parseAddress(text: string): string | undefined {
  if (isIPv4(text)) return text
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d{1,5})?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/, '$1')
    .replace(/%.*$/s, '')
  const version = isIP(bare)
  if (version === 0) return undefined
  if (version === 4) return bare
  const groups = groupsOf(bare)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.')
  return bare.toLowerCase()
}

/** Network for rate limits: an IPv4 address, or an IPv6 /64, which one customer controls. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  return `${groupsOf(address)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [left = [], right] = address
    .replace(/[\d.]+\.\d+$/, hexOf)
    .split('::')
    .map((half) => half.split(':').filter(Boolean))
  const zeros = right === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...(right ?? [])].map((group) => Number.parseInt(group, 16))
}

/** The dotted end of an IPv6 address as two groups. */
function hexOf(dotted: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number)
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}
