import { resolve } from 'node:path'

type TrustProxy = boolean | string | ((address: string, hop: number) => boolean)

export type Config = {
  port: number
  host: string
  /** Embedded database, uploaded files, pictures. */
  dataDir: string
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined
  demo: boolean
  /** The demo passwords of product.md §11 even where the portal is reachable from outside. */
  demoPublic: boolean
  baseUrl: string | undefined
  /** Where letters leave, as 'smtp://user:password@host:587'; without it they stay in the outbox. */
  smtpUrl: string | undefined
  /** Sender of letters, as 'Опт <noreply@opt.example>'. */
  mailFrom: string | undefined
  /** Believe X-Forwarded-For of this many proxies (or of these addresses). */
  trustProxy: TrustProxy
  metricsToken: string | undefined
  /** A tile server under the map of zones; without it zones alone are drawn. */
  tiles: { url: string; attribution: string } | null
  logLevel: string
  poolSize: number
  /** Searches per second and account; 0 = no limit. */
  searchesPerSecond: number
  searchBurst: number
  /** The bench's static yardstick; never in production. */
  bench: boolean
}

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const databaseUrl = env.DATABASE_URL || undefined
  return {
    port: whole(env, 'PORT', 3000),
    host: env.HOST || '127.0.0.1',
    dataDir: resolve(env.DATA_DIR || 'data'),
    databaseUrl,
    demo: env.DEMO ? env.DEMO === '1' : databaseUrl === undefined,
    demoPublic: env.DEMO_PUBLIC === '1',
    baseUrl: env.BASE_URL || undefined,
    smtpUrl: env.SMTP_URL || undefined,
    mailFrom: env.MAIL_FROM || undefined,
    trustProxy: readTrustProxy(env.TRUST_PROXY),
    metricsToken: env.METRICS_TOKEN || undefined,
    tiles: readTiles(env),
    logLevel: env.LOG_LEVEL || 'info',
    poolSize: whole(env, 'POOL_SIZE', 20),
    searchesPerSecond: whole(env, 'SEARCHES_PER_SECOND', 100),
    searchBurst: whole(env, 'SEARCH_BURST', 300),
    bench: env.BENCH === '1',
  }
}

function whole(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const text = env[name]
  if (!text) return otherwise
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} must be a whole number, not "${text}"`)
  return Number(text)
}

function readTiles({ MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: attribution = '' }: NodeJS.ProcessEnv): Config['tiles'] {
  if (!url) return null
  const isAddress = /^https?:\/\/[\w.-]+(:\d+)?\/\S*$/.test(url) && URL.canParse(url)
  if (!isAddress || !['{z}', '{x}', '{y}'].every((part) => url.includes(part))) throw new Error(`MAP_TILES_URL must be an address with {z}, {x} and {y}, not "${url}"`)
  return { url, attribution }
}

function readTrustProxy(text: string | undefined): TrustProxy {
  if (!text || text === '0' || text === 'false') return false
  if (text === 'true') return true
  if (!/^\d+$/.test(text)) return text
  const hops = Number(text)
  return (_address, hop) => hop < hops
}
