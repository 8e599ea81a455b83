import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { integerBoundsText } from '#shared/rules/words/integer-bounds.ts'
import { StartRefused } from './start-refused.ts'

type TrustProxy = boolean | string | ((address: string, hop: number) => boolean)

export type Config = {
  port: number
  host: string
  /** Embedded database, uploaded files, pictures. */
  dataDir: string
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined
  demo: boolean
  /** Allows the demo passwords of product.md §11 even if the portal is reachable from outside. */
  demoPublic: boolean
  /** The public origin, as in 'https://opt.example'. */
  baseUrl: string | undefined
  /** Mail server, as in 'smtp://user:password@host:587'; without it mails stay in the outbox. */
  smtpUrl: string | undefined
  /** Sender of mails, as in 'Опт <noreply@opt.example>'. */
  mailFrom: string | undefined
  /** Trust X-Forwarded-For of this many proxies, or of these addresses. */
  trustProxy: TrustProxy
  metricsToken: string | undefined
  /** DaData's suggestions API; null = addresses are completed from the portal's own data, organisations are not. */
  dadata: { url: string; token: string } | null
  /** Tile server for the map of delivery zones; without it only zones are drawn. */
  tiles: { url: string; attribution: string } | null
  logLevel: string
  poolSize: number
  /** Searches per second and account; 0 = no limit. */
  searchesPerSecond: number
  searchBurst: number
  /** Maximum open event streams per process. */
  maxEventStreams: number
  /** Enables the static baseline of the bench; never in production. */
  bench: boolean
}

/** Throws StartRefused with a Russian sentence for the administrator if a variable is invalid. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const databaseUrl = readDatabaseUrl(env)
  return {
    port: readInteger(env, 'PORT', { otherwise: 3000, max: 65_535 }),
    host: env.HOST || '127.0.0.1',
    dataDir: resolve(env.DATA_DIR || 'data'),
    databaseUrl,
    demo: flag(env, 'DEMO', databaseUrl === undefined),
    demoPublic: flag(env, 'DEMO_PUBLIC', false),
    baseUrl: readBaseUrl(env),
    smtpUrl: readSmtpUrl(env),
    mailFrom: readMailFrom(env),
    trustProxy: readTrustProxy(env.TRUST_PROXY),
    metricsToken: env.METRICS_TOKEN || undefined,
    dadata: readDaData(env),
    tiles: readTiles(env),
    logLevel: readLogLevel(env),
    poolSize: readInteger(env, 'POOL_SIZE', { otherwise: 20, min: 1 }),
    searchesPerSecond: readInteger(env, 'SEARCHES_PER_SECOND', { otherwise: 100 }),
    searchBurst: readInteger(env, 'SEARCH_BURST', { otherwise: 300, min: 1 }),
    maxEventStreams: readInteger(env, 'EVENT_STREAMS', { otherwise: 5000 }),
    bench: flag(env, 'BENCH', false),
  }
}

type Range = { otherwise: number; min?: number; max?: number }

function readInteger(
  env: NodeJS.ProcessEnv,
  name: string,
  { otherwise: fallback, min = 0, max = 999_999_999 }: Range,
): number {
  const text = env[name]
  if (!text) return fallback
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max))
    throw new StartRefused(`${name}: нужно ${integerBoundsText({ min, max })}, а не «${text}»`)
  return value
}

function flag(env: NodeJS.ProcessEnv, name: string, fallback: boolean): boolean {
  const text = env[name]
  if (!text) return fallback
  if (text !== '0' && text !== '1') throw new StartRefused(`${name}: нужно 0 или 1, а не «${text}»`)
  return text === '1'
}

/** An origin without a path. The refusal does not quote it, because it may contain a password. */
function readBaseUrl({ BASE_URL: text }: NodeJS.ProcessEnv): string | undefined {
  if (!text) return undefined
  const url = URL.parse(text)
  const isOrigin =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    `${url.pathname}${url.search}${url.hash}${url.username}${url.password}` === '/'
  if (!isOrigin) throw new StartRefused('BASE_URL: нужен адрес портала без пути, например https://opt.example')
  return url.origin
}

function readDatabaseUrl({ DATABASE_URL: text }: NodeJS.ProcessEnv): string | undefined {
  if (!text) return undefined
  if (!isUrlOf(text, /^postgres(ql)?:$/))
    throw new StartRefused(
      'DATABASE_URL: нужен адрес вида postgres://user:password@host:5432/database, особые знаки в нём ' +
        'кодируются через %',
    )
  return text
}

function readSmtpUrl({ SMTP_URL: text }: NodeJS.ProcessEnv): string | undefined {
  if (!text) return undefined
  if (!isUrlOf(text, /^smtps?:$/))
    throw new StartRefused(
      'SMTP_URL: нужен адрес вида smtp://user:password@host:587, особые знаки в нём кодируются через %',
    )
  return text
}

function isUrlOf(text: string, protocol: RegExp): boolean {
  // A database URL may have no host: its query may name a socket.
  const url = URL.parse(text.replace('@/', '@localhost/'))
  if (url === null || !protocol.test(url.protocol) || !/^\w+:\/\//.test(text)) return false
  try {
    decodeURIComponent(`${url.username} ${url.password} ${url.host} ${url.pathname}`)
    return true
  } catch {
    return false
  }
}

function readMailFrom({ MAIL_FROM: text }: NodeJS.ProcessEnv): string | undefined {
  if (!text) return undefined
  const [, address = text] = /^[^<>\r\n]*<([^<>]*)>$/.exec(text.trim()) ?? []
  if (!/^[^\s<>@,;]+@[^\s<>@,;]+$/.test(address.trim()))
    throw new StartRefused(`MAIL_FROM: нужен отправитель вида Опт <noreply@opt.example>, а не «${text}»`)
  return text
}

const daDataUrl = 'https://suggestions.dadata.ru/suggestions/api/4_1/rs'

/** The refusal does not quote the key. */
function readDaData({ DADATA_TOKEN: token, DADATA_URL: url = '' }: NodeJS.ProcessEnv): Config['dadata'] {
  if (url !== '' && !isUrlOf(url, /^https?:$/))
    throw new StartRefused(`DADATA_URL: нужен адрес API подсказок, например ${daDataUrl}`)
  if (!token) return null
  if (!/^[\w-]{1,200}$/.test(token)) throw new StartRefused('DADATA_TOKEN: нужен ключ API без пробелов и кавычек')
  return { url: (url || daDataUrl).replace(/\/+$/, ''), token }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

function readLogLevel({ LOG_LEVEL: text }: NodeJS.ProcessEnv): string {
  if (!text) return 'info'
  if (!logLevels.includes(text))
    throw new StartRefused(`LOG_LEVEL: нужно одно из ${logLevels.join(', ')}, а не «${text}»`)
  return text
}

/** The refusal does not quote it, because it may contain an API key. */
function readTiles({
  MAP_TILES_URL: url,
  MAP_TILES_ATTRIBUTION: attribution = '',
}: NodeJS.ProcessEnv): Config['tiles'] {
  if (!url) return null
  const isAddress = /^https?:\/\/[\w.-]+(:\d+)?\/\S*$/.test(url) && URL.canParse(url)
  const isComplete = ['{z}', '{x}', '{y}'].every((part) => url.includes(part))
  if (!isAddress || !isComplete)
    throw new StartRefused('MAP_TILES_URL: нужен адрес с {z}, {x} и {y}, как https://tiles.example/{z}/{x}/{y}.png')
  return { url, attribution }
}

function readTrustProxy(text: string | undefined): TrustProxy {
  if (!text || text === '0' || text === 'false') return false
  if (text === 'true') return true
  if (/^\d{1,3}$/.test(text)) return (_address, hop) => hop < Number(text)
  if (!text.split(',').every((part) => isProxyAddress(part.trim()))) {
    throw new StartRefused(
      `TRUST_PROXY: нужно число прокси или их адреса, например 10.0.0.1, 10.1.0.0/16, а не «${text}»`,
    )
  }
  return text
}

/** A value that Fastify accepts: an address, a subnet or a named range. */
function isProxyAddress(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const maxBits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return (
    maxBits > 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= maxBits))
  )
}
