import { isIPv6 } from 'node:net'
import type { Config } from './config.ts'

const everywhere = ['0.0.0.0', '::', '0:0:0:0:0:0:0:0', '::ffff:0.0.0.0']

/** Where a person on this machine opens the portal, for the console. */
export function ownAddress({ baseUrl, host, port }: Pick<Config, 'baseUrl' | 'host' | 'port'>): string {
  if (baseUrl !== undefined) return baseUrl
  if (everywhere.includes(host)) return `http://localhost:${port}`
  return `http://${isIPv6(host) ? `[${host.replace('%', '%25')}]` : host}:${port}`
}
