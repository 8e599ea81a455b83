import { isIPv6 } from 'node:net'
import type { Config } from './config.ts'

const wildcardHosts = ['0.0.0.0', '::', '0:0:0:0:0:0:0:0', '::ffff:0.0.0.0']

/** URL for opening the portal on this machine, for the console. */
export function localUrl({ baseUrl, host, port }: Pick<Config, 'baseUrl' | 'host' | 'port'>): string {
  if (baseUrl !== undefined) return baseUrl
  if (wildcardHosts.includes(host)) return `http://localhost:${port}`
  return `http://${isIPv6(host) ? `[${host.replace('%', '%25')}]` : host}:${port}`
}
