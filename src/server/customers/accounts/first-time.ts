import { isIP } from 'node:net'
import type { FirstTime } from '#shared/api/account/sessions.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import type { SignInOrigin } from '#server/platform/audit/shared-queries-sign-ins.ts'

type SignIn = { id: number; accountId: number; device: string; address: string }

/**
 * Tells of a sign-in, or of a refused one, whether the person had never before come in with this browser, or from this
 * network. Nothing is new before the first sign-in; what is unknown or erased is not called new.
 */
export function firstTimes(origins: readonly SignInOrigin[]): (signIn: SignIn) => FirstTime {
  const first = new Map<string, number>()
  const note = (key: string, id: number) => first.set(key, Math.min(id, first.get(key) ?? id))
  for (const { accountId, firstId, device, address } of origins) {
    note(`${accountId}`, firstId)
    note(`${accountId} browser ${device}`, firstId)
    note(`${accountId} network ${providerNetwork(address)}`, firstId)
  }
  return ({ id, accountId, device, address }) => {
    const isNew = (key: string) => (first.get(`${accountId}${key}`) ?? id) >= id
    if (isNew('')) return ''
    const network = providerNetwork(address)
    const browserIsNew = device !== '' && isNew(` browser ${device}`)
    const networkIsNew = network !== '' && isNew(` network ${network}`)
    if (browserIsNew && networkIsNew) return 'both'
    return browserIsNew ? 'browser' : networkIsNew ? 'network' : ''
  }
}

/** The first half of an address of IPv4, the first 32 bits of IPv6: about the network of a provider. */
function providerNetwork(address: string): string {
  if (isIP(address) === 4) return address.split('.').slice(0, 2).join('.')
  return isIP(address) === 6 ? networkOf(address).split(':').slice(0, 2).join(':') : ''
}
