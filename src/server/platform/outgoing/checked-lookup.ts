import { lookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'
import { OutgoingError } from './refusals.ts'

/** `lookup` of node:dns with all addresses. */
export type Resolve = (host: string, callback: (error: Error | null, addresses: LookupAddress[]) => void) => void

export const resolveAll: Resolve = (host, callback) => lookup(host, { all: true }, callback)

/** A lookup for sockets that fails unless every address of the name is public. */
export function checkedLookup(resolveName: Resolve, isPublic = isPublicAddress): LookupFunction {
  return (host, { all }, callback) => {
    resolveName(host, (error, addresses) => {
      if (error) return callback(error, '')
      const [first] = addresses
      if (first === undefined) return callback(new OutgoingError('unknownHost'), '')
      if (!addresses.every(({ address }) => isPublic(address))) return callback(new OutgoingError('private'), '')
      if (all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
}
