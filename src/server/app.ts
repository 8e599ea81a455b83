import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { join } from 'node:path'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import fastify, { LogController } from 'fastify'
import { isSetupOpen } from './administration/setup/queries-setup.ts'
import { setupRoutes } from './administration/setup/setup-routes.ts'
import { createWriteProbe } from './db/write-probe.ts'
import type { Deps } from './deps.ts'
import { exchangeRoutes } from './exchange/routes.ts'
import { staffExchangeRoutes } from './exchange/staff-routes.ts'
import { accessRoutes } from './features/access/routes.ts'
import { secondFactorRoutes } from './features/access/second-factor-routes.ts'
import { basketRoutes } from './features/basket/routes.ts'
import { deliveryRoutes } from './features/delivery/routes.ts'
import { staffDeliveryRoutes } from './features/delivery/staff-routes.ts'
import { draftRoutes } from './features/drafts/routes.ts'
import { approvalRoutes } from './features/orders/approval-routes.ts'
import { orderRoutes } from './features/orders/routes.ts'
import { staffOrderRoutes } from './features/orders/staff-routes.ts'
import { orderDocumentRoutes } from './features/order-documents/routes.ts'
import { readStats } from './features/basket/read.ts'
import { cardRoutes } from './features/catalogue/card-routes.ts'
import { openCatalogue } from './features/catalogue/open.ts'
import { catalogueRoutes } from './features/catalogue/routes.ts'
import { createSearchLimit } from './features/catalogue/search-limit.ts'
import { searchRoutes } from './features/catalogue/search-routes.ts'
import { staffSearchRoutes } from './features/catalogue/staff-routes.ts'
import { listRoutes } from './features/lists/routes.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { mailRoutes } from './features/mail/routes.ts'
import { contractRoutes } from './features/organisations/routes.ts'
import { sellerRoutes } from './features/organisations/seller-routes.ts'
import { settingsRoutes } from './features/organisations/settings-routes.ts'
import { attachRoutes } from './features/price-lists/attach-routes.ts'
import { presentationRoutes } from './features/presentation/routes.ts'
import { documentUploadRoutes } from './features/presentation/upload-routes.ts'
import { priceListFileRoutes } from './features/price-lists/file-routes.ts'
import { openPriceLists } from './features/price-lists/open.ts'
import { priceListRoutes } from './features/price-lists/routes.ts'
import { listOrderAudience } from './features/orders/queries-audience.ts'
import { pictureRoutes } from './features/pictures/routes.ts'
import { pictureUploadRoutes } from './features/pictures/upload-routes.ts'
import { showcaseRoutes } from './features/showcase/routes.ts'
import { staffShowcaseRoutes } from './features/showcase/staff-routes.ts'
import { uploadRoutes } from './features/uploads/routes.ts'
import { viewRoutes } from './features/views/routes.ts'
import { openPdfRenderer } from './files/pdf.ts'
import { openLocalStore } from './files/store.ts'
import { createTableReader } from './files/tables/read-tables.ts'
import { buyer } from './http/actor.ts'
import { createApi } from './http/api.ts'
import { auditRefusals } from './http/audit-refusals.ts'
import { readJsonBodies } from './http/body.ts'
import { serveDocs } from './http/docs.ts'
import { answerError } from './http/errors.ts'
import { healthRoutes } from './http/health.ts'
import { logRequests } from './http/log.ts'
import { setSecurityHeaders } from './http/security-headers.ts'
import { endSlowRequests } from './http/slow-requests.ts'
import { refuseMalformedText, routableUrl } from './http/text.ts'
import { createSessions } from './http/session.ts'
import { collectRouteSegments, serveWeb } from './http/web.ts'
import { yardstickRoutes } from './http/yardstick.ts'
import { openPush } from './push/push.ts'
import { eventRoutes } from './push/routes.ts'
import { olderSearchRoutes } from './older/search-routes.ts'

const largestBodyBytes = 2 * 1024 * 1024
/** From the first byte of a request, or from a connection's beginning; bodies have a limit of their own. */
const slowestHeadersMs = 20_000

/** The first run's page stands outside the web's router, and only until the first run is over. */
const isSetupPage = (path: string) => /^\/setup\/?$/i.test(path)

/** The portal as a function of what it is given: the one list of what is mounted. */
export async function buildApp(deps: Deps) {
  const app = fastify<Server>({
    loggerInstance: deps.log,
    trustProxy: deps.config.trustProxy,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: largestBodyBytes,
    http: { headersTimeout: slowestHeadersMs, requestTimeout: 0, connectionsCheckingInterval: slowestHeadersMs / 4 },
    rewriteUrl: routableUrl,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  })
  app.setErrorHandler(answerError)
  const routeSegments = collectRouteSegments(app)
  readJsonBodies(app)
  const sessions = createSessions({ ...deps, baseUrl: deps.config.baseUrl })
  logRequests(app, { sessions })
  auditRefusals(app, deps)
  endSlowRequests(app)
  await app.register(cookie)
  const { tiles } = deps.config
  setSecurityHeaders(app, { https: deps.config.baseUrl?.startsWith('https:') ?? false, imagesFrom: tiles ? [new URL(tiles.url).origin] : [] })
  refuseMalformedText(app)
  await app.register(compress, { threshold: 1024, encodings: ['gzip', 'identity'] })

  const api = createApi(app, { sessions, baseUrl: deps.config.baseUrl })
  const push = openPush(
    { ...deps, audiences: { orders: (input) => listOrderAudience(deps.db, input) } },
    { maxStreams: deps.config.maxEventStreams },
  )
  // Before the server waits for its open requests: a stream never ends by itself.
  app.addHook('preClose', (done) => {
    push.close()
    done()
  })
  eventRoutes(api, { push, sessions })
  accessRoutes(api, { ...deps, sessions })
  setupRoutes(api, { ...deps, baseUrl: deps.config.baseUrl })
  secondFactorRoutes(api, { ...deps, sessions })
  deliveryRoutes(api, { ...deps, tiles })
  staffDeliveryRoutes(api, { ...deps, tiles })
  basketRoutes(api, deps)
  orderRoutes(api, deps)
  staffOrderRoutes(api, { ...deps, tiles })
  approvalRoutes(api, deps)
  draftRoutes(api, deps)

  contractRoutes(api, { ...deps, basketStats: (actor, contractId) => readStats(deps, buyer(actor), { contractId }) })
  const catalogue = openCatalogue(deps)
  app.addHook('onClose', () => catalogue.close())
  const searches = createSearchLimit(deps.config)
  catalogueRoutes(app, api, { ...deps, catalogue, sessions, searches })
  searchRoutes(api, { catalogue, searches })
  staffSearchRoutes(api, deps)
  olderSearchRoutes(api, { catalogue, searches })
  listRoutes(api, { ...deps, catalogue })
  viewRoutes(api, { ...deps, catalogue })
  showcaseRoutes(api, { ...deps, catalogue })
  staffShowcaseRoutes(api, deps)
  presentationRoutes(api, deps)
  settingsRoutes(api, deps)
  sellerRoutes(api, deps)
  notificationRoutes(api, deps)
  mailRoutes(api, deps)
  const files = openLocalStore(join(deps.config.dataDir, 'files'))
  staffExchangeRoutes(api, { ...deps, files })
  cardRoutes(app, api, { ...deps, catalogue, files, sessions })
  pictureRoutes(app, { ...deps, files })
  await pictureUploadRoutes(app, { ...deps, files, sessions, baseUrl: deps.config.baseUrl })
  const pdf = openPdfRenderer()
  app.addHook('onClose', () => pdf.close())
  orderDocumentRoutes(app, { ...deps, sessions, pdf })
  await documentUploadRoutes(app, { ...deps, files, sessions, baseUrl: deps.config.baseUrl })
  const priceLists = openPriceLists({ ...deps, files })
  app.addHook('onClose', () => priceLists.close())
  priceListRoutes(api, { ...deps, ...priceLists, files })
  priceListFileRoutes(app, { ...deps, ...priceLists, files, sessions })
  await attachRoutes(app, { ...deps, files, sessions, baseUrl: deps.config.baseUrl })
  await exchangeRoutes(app, { ...deps, files })

  if (deps.config.bench) yardstickRoutes(api)
  healthRoutes(app, { ...deps, ready: () => catalogue.ready(), probeWriting: createWriteProbe(deps), countStreams: push.count })
  const uploads = await uploadRoutes(app, { ...deps, catalogue, searches, sessions, tables: createTableReader(), baseUrl: deps.config.baseUrl })
  await serveDocs(app, () => [...api.endpoints(), ...uploads])
  await serveWeb(app, { routeSegments, isPage: async (path) => isSetupPage(path) && (await isSetupOpen(deps.db)) })
  return app
}
