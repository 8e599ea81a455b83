import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'
import { OutgoingError } from './refusals.ts'

const maxLength = 2048
const ordinaryPorts: readonly number[] = [80, 443]

export type AddressRules = {
  /** Ports beside 80 and 443. */
  ports?: readonly number[]
  /** host:port of servers that tests have started. */
  allow?: readonly string[]
}

/**
 * The address as the URL standard reads it: 0x7f.1 and 2130706433 are 127.0.0.1, names are ASCII. Throws OutgoingError
 * unless the portal may send there; a name is checked again when it is resolved.
 */
export function checkAddress(text: string, { ports = [], allow = [] }: AddressRules = {}): URL {
  const url = text.length <= maxLength ? URL.parse(text) : null
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw new OutgoingError('address')
  if (url.username !== '' || url.password !== '') throw new OutgoingError('credentials')
  if (isAllowed(url, allow)) return url
  const port = portOf(url)
  const open = [...ordinaryPorts, ...ports]
  if (!open.includes(port)) throw new OutgoingError('port', { detail: `открыты ${joinPorts(open)}` })
  const host = hostOf(url)
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new OutgoingError('private')
  return url
}

function joinPorts(ports: number[]): string {
  return `${ports.slice(0, -1).join(', ')} и ${ports.at(-1)}`
}

export function isAllowed(url: URL, allow: readonly string[]): boolean {
  return allow.includes(`${url.hostname}:${portOf(url)}`)
}

export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port)
  return protocol === 'https:' ? 443 : 80
}
