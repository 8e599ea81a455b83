import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { join } from 'node:path'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import fastify, { LogController } from 'fastify'
import { auditRoutes } from '#server/doors/administration/audit/routes.ts'
import { actingRoutes } from '#server/doors/administration/customers/acting-routes.ts'
import { customerContragentRoutes } from '#server/doors/administration/customers/contragent-routes.ts'
import { mergeCustomerRoutes } from '#server/doors/administration/customers/merge/merge-routes.ts'
import { customerPeopleRoutes } from '#server/doors/administration/customers/people-routes.ts'
import { customerRoutes } from '#server/doors/administration/customers/routes.ts'
import { setupRoutes } from '#server/doors/administration/setup/setup-routes.ts'
import { isSetupOpen } from '#server/doors/administration/setup/shared-queries.ts'
import { createWriteProbe } from '#server/platform/db/write-probe.ts'
import type { Deps } from './deps.ts'
import { exchangeRoutes } from '#server/doors/exchange/routes.ts'
import { feedRoutes } from '#server/doors/exchange/feed-routes.ts'
import { listRunAudience } from '#server/doors/exchange/shared-queries-audience.ts'
import { feedTableRoutes } from '#server/doors/exchange/table-routes.ts'
import { stockAgeRoutes } from '#server/doors/exchange/stock-age.ts'
import { staffExchangeRoutes } from '#server/doors/exchange/staff-routes.ts'
import { jobRoutes } from '#server/doors/jobs/staff-routes.ts'
import { accessRoutes } from '#server/customers/accounts/routes.ts'
import { passwordRoutes, reminderRoutes } from '#server/customers/accounts/reminder/routes.ts'
import { secondFactorRoutes } from '#server/customers/accounts/second-factor-routes.ts'
import { basketRoutes } from '#server/buying/basket/routes.ts'
import { deliveryRoutes } from '#server/buying/delivery/routes.ts'
import { staffDeliveryRoutes } from '#server/buying/delivery/staff-routes.ts'
import { draftRoutes } from '#server/buying/drafts/routes.ts'
import { claimFileRoutes, claimFormRoutes, claimRoutes } from '#server/aftersale/claims/routes.ts'
import { staffClaimRoutes } from '#server/aftersale/claims/staff-routes.ts'
import { openActBuilder } from '#server/buying/acts/build.ts'
import { actFileRoutes, actRoutes } from '#server/buying/acts/routes.ts'
import { staffActFileRoutes, staffActRoutes } from '#server/buying/acts/staff/routes.ts'
import { listActAudience } from '#server/buying/acts/shared-queries-audience.ts'
import { documentRoutes } from '#server/buying/documents/routes.ts'
import { financeRoutes } from '#server/buying/finances/routes.ts'
import { purchasedRoutes } from '#server/buying/purchased/routes.ts'
import { callbackRoutes } from '#server/aftersale/callbacks/routes.ts'
import { cannedAnswerRoutes } from '#server/aftersale/canned-answers/routes.ts'
import { listCallbackAudience } from '#server/aftersale/callbacks/shared-queries-audience.ts'
import { openChatStateCache } from '#server/aftersale/chat/chat-state-cache.ts'
import { chatFileRoutes, chatRoutes } from '#server/aftersale/chat/routes.ts'
import { listChatAudience } from '#server/aftersale/chat/shared-queries-audience.ts'
import { listClaimAudience } from '#server/aftersale/claims/shared-queries-audience.ts'
import { staffChatRoutes } from '#server/aftersale/chat/staff-routes.ts'
import { pageRoutes, staffPageRoutes } from '#server/aftersale/pages/routes.ts'
import { approvalRoutes } from '#server/buying/orders/approval-routes.ts'
import { orderRoutes } from '#server/buying/orders/routes.ts'
import { staffOrderRoutes } from '#server/buying/orders/staff-routes.ts'
import { orderDocumentRoutes } from '#server/buying/order-documents/routes.ts'
import { readSummary } from '#server/buying/basket/read.ts'
import { shapeSummary } from '#server/buying/basket/shape.ts'
import { cardRoutes } from '#server/catalogue/card/card-routes.ts'
import { openCatalogue } from '#server/catalogue/search/open.ts'
import { catalogueRoutes } from '#server/catalogue/search/routes.ts'
import { createSearchLimit } from '#server/catalogue/search/search-limit.ts'
import { searchRoutes } from '#server/catalogue/search/search-routes.ts'
import { staffSearchRoutes } from '#server/catalogue/search/staff-routes.ts'
import { listRoutes } from '#server/catalogue/lists/routes.ts'
import { notificationRoutes } from '#server/platform/notifications/routes.ts'
import { webPushRoutes } from '#server/platform/web-push/routes.ts'
import { mailRoutes } from '#server/platform/mail/routes.ts'
import { addressRoutes } from '#server/customers/addresses/routes.ts'
import { consigneeRoutes, consigneeUploadRoutes } from '#server/customers/consignees/routes.ts'
import { contragentRoutes } from '#server/customers/contragents/routes.ts'
import { employeeRoutes } from '#server/customers/employees/routes.ts'
import { contractRoutes } from '#server/customers/organisations/routes.ts'
import { sellerRoutes } from '#server/customers/organisations/seller-routes.ts'
import { openLook } from '#server/customers/firm/look.ts'
import { settingsRoutes } from '#server/customers/firm/settings-routes.ts'
import { listRegistrationAudience } from '#server/customers/registration/shared-queries-audience.ts'
import { registrationAnswerRoutes, registrationRoutes } from '#server/customers/registration/routes.ts'
import { personalDataRoutes } from '#server/customers/personal-data/routes.ts'
import { staffPersonalDataRoutes } from '#server/customers/personal-data/staff-routes.ts'
import { staffRegistrationRoutes } from '#server/customers/registration/staff-routes.ts'
import { suggestionRoutes } from '#server/customers/suggestions/routes.ts'
import { openSuggestions } from '#server/customers/suggestions/service.ts'
import { attachRoutes } from '#server/catalogue/price-lists/requests/attach-routes.ts'
import { presentationRoutes } from '#server/catalogue/presentation/routes.ts'
import { documentUploadRoutes } from '#server/catalogue/presentation/upload-routes.ts'
import { priceListFileRoutes } from '#server/catalogue/price-lists/file-routes.ts'
import { openPriceLists } from '#server/catalogue/price-lists/open.ts'
import { priceListRoutes } from '#server/catalogue/price-lists/routes.ts'
import { listOrderAudience } from '#server/buying/orders/read/shared-queries-audience.ts'
import { pictureRoutes } from '#server/catalogue/pictures/routes.ts'
import { pictureUploadRoutes } from '#server/catalogue/pictures/upload-routes.ts'
import { showcaseRoutes } from '#server/catalogue/showcase/routes.ts'
import { priceConditionRoutes } from '#server/catalogue/conditions/staff-routes.ts'
import { priceBreakRoutes } from '#server/catalogue/price-breaks/routes.ts'
import { staffPriceBreakRoutes } from '#server/catalogue/price-breaks/staff-routes.ts'
import { staffPriceRoutes } from '#server/catalogue/currencies/staff-routes.ts'
import { staffShowcaseRoutes } from '#server/catalogue/showcase/staff-routes.ts'
import { uploadRoutes } from '#server/buying/uploads/routes.ts'
import { viewRoutes } from '#server/catalogue/views/routes.ts'
import { openPdfRenderer } from '#server/platform/files/pdf.ts'
import { createPdfQueue } from '#server/platform/files/pdf-queue.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { createTableReader } from '#server/platform/files/tables/table-reader.ts'
import { buyer } from '#server/platform/http/actor.ts'
import { createApi } from '#server/platform/http/api.ts'
import { auditRefusals } from '#server/platform/http/audit-refusals.ts'
import { readJsonBodies } from '#server/platform/http/bodies/body.ts'
import { answerClientError } from '#server/platform/http/client-error.ts'
import { serveDocs } from '#server/platform/http/docs.ts'
import { sendError } from '#server/platform/http/errors.ts'
import { createFileApi } from '#server/platform/http/file-api.ts'
import { healthRoutes } from '#server/platform/http/health.ts'
import { logRequests } from '#server/platform/http/log.ts'
import { setSecurityHeaders } from '#server/platform/http/security-headers.ts'
import { endSlowRequests } from '#server/platform/http/bodies/slow-requests.ts'
import { refuseMalformedText, routableUrl } from '#server/platform/http/text.ts'
import { createSessions } from '#server/platform/http/session.ts'
import { collectRouteSegments, serveWeb } from '#server/platform/http/web.ts'
import { benchBaselineRoutes } from '#server/platform/http/bench-baseline.ts'
import { everyone } from '#server/platform/push/announcement.ts'
import { openPush } from '#server/platform/push/push.ts'
import { eventRoutes } from '#server/platform/push/routes.ts'
import { openVisitorDocuments } from '#server/doors/visitors/sample-documents.ts'
import { dashboardRoutes } from '#server/doors/dashboard/routes.ts'
import { visitorRoutes } from '#server/doors/visitors/routes.ts'
import { legacySearchRoutes } from '#server/doors/legacy-api/search-routes.ts'

const largestBodyBytes = 2 * 1024 * 1024
/** From the first byte of a request, or from a connection's beginning; bodies have a limit of their own. */
const slowestHeadersMs = 20_000

/**
 * Pages outside the web's router: the first run's, until it is over, that of a link to a new password, and what is to
 * be read before registering.
 */
const isSetupPage = (path: string) => /^\/setup\/?$/i.test(path)
const isGuestPage = (path: string) =>
  /^\/((reset|answer)\/[\w-]{1,100}|policy|consent|offer|registration)\/?$/i.test(path)

/** The portal as a function of what it is given: the one list of what is mounted. */
export async function buildApp(deps: Deps) {
  const app = fastify<Server>({
    loggerInstance: deps.log,
    trustProxy: deps.config.trustProxy,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: largestBodyBytes,
    http: {
      headersTimeout: slowestHeadersMs,
      requestTimeout: 0,
      connectionsCheckingInterval: slowestHeadersMs / 4,
    },
    rewriteUrl: routableUrl,
    clientErrorHandler: (error, socket) => answerClientError(deps.log, error, socket),
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  })
  app.setErrorHandler(sendError)
  const routeSegments = collectRouteSegments(app)
  readJsonBodies(app)
  const sessions = createSessions({ ...deps, baseUrl: deps.config.baseUrl })
  logRequests(app, { sessions })
  auditRefusals(app, deps)
  endSlowRequests(app)
  await app.register(cookie)
  const { tiles } = deps.config
  setSecurityHeaders(app, {
    https: deps.config.baseUrl?.startsWith('https:') ?? false,
    imagesFrom: tiles ? [new URL(tiles.url).origin] : [],
  })
  refuseMalformedText(app)
  await app.register(compress, {
    threshold: 1024,
    encodings: ['gzip', 'identity'],
  })

  const api = createApi(app, { sessions, baseUrl: deps.config.baseUrl })
  const fileApi = createFileApi(app, {
    sessions,
    baseUrl: deps.config.baseUrl,
  })
  const push = openPush(
    {
      ...deps,
      audiences: {
        orders: (input) => listOrderAudience(deps.db, input),
        acts: (input) => listActAudience(deps.db, input),
        callbacks: (input) => listCallbackAudience(deps.db, input),
        chat: (input) => listChatAudience(deps.db, input),
        claims: (input) => listClaimAudience(deps.db, input),
        exchange: (input) => listRunAudience(deps.db, input),
        firm: everyone,
        registrations: (input) => listRegistrationAudience(deps.db, input),
        stocks: everyone,
      },
    },
    { maxStreams: deps.config.maxEventStreams },
  )
  // Before the server waits for open requests: a stream does not end by itself.
  app.addHook('preClose', (done) => {
    push.close()
    done()
  })
  eventRoutes(api, { push, sessions })
  accessRoutes(api, { ...deps, sessions })
  setupRoutes(api, { ...deps, baseUrl: deps.config.baseUrl })
  secondFactorRoutes(api, { ...deps, sessions })
  passwordRoutes(api, { ...deps, sessions })
  const reminder = await reminderRoutes(app, {
    ...deps,
    sessions,
    baseUrl: deps.config.baseUrl,
  })
  const suggestions = openSuggestions(deps)
  suggestionRoutes(api, { suggestions })
  const pdf = openPdfRenderer()
  app.addHook('onClose', () => pdf.close())
  const pdfQueue = createPdfQueue(pdf)
  contragentRoutes(api, fileApi, { ...deps, suggestions, pdf: pdfQueue })
  employeeRoutes(api, { ...deps, sessions })
  addressRoutes(api, { ...deps, suggestions })
  const registration = await registrationRoutes(app, fileApi, {
    ...deps,
    suggestions,
    sessions,
    baseUrl: deps.config.baseUrl,
  })
  registrationAnswerRoutes(api, { ...deps, suggestions })
  staffRegistrationRoutes(api, { ...deps, suggestions })
  deliveryRoutes(api, { ...deps, tiles })
  staffDeliveryRoutes(api, { ...deps, tiles })
  basketRoutes(api, deps)
  orderRoutes(api, deps)
  staffOrderRoutes(api, { ...deps, tiles })
  approvalRoutes(api, deps)
  draftRoutes(api, deps)

  contractRoutes(api, {
    ...deps,
    basketStats: async (actor, contractId) => shapeSummary(await readSummary(deps, buyer(actor), { contractId })),
  })
  const catalogue = openCatalogue(deps)
  app.addHook('onClose', () => catalogue.close())
  const searches = createSearchLimit(deps.config)
  catalogueRoutes(app, api, { ...deps, catalogue, sessions, searches })
  searchRoutes(api, { catalogue, searches })
  staffSearchRoutes(api, deps)
  legacySearchRoutes(api, { catalogue, searches })
  listRoutes(api, { ...deps, catalogue })
  viewRoutes(api, { ...deps, catalogue })
  showcaseRoutes(api, { ...deps, catalogue })
  staffShowcaseRoutes(api, deps)
  staffPriceRoutes(api, deps)
  priceConditionRoutes(api, deps)
  priceBreakRoutes(api, deps)
  staffPriceBreakRoutes(api, deps)
  presentationRoutes(api, deps)
  const look = openLook(deps)
  settingsRoutes(api, fileApi, { ...deps, look })
  sellerRoutes(api, deps)
  notificationRoutes(api, deps)
  mailRoutes(api, deps)
  webPushRoutes(api, { ...deps, sessions })
  const files = openLocalStore(join(deps.config.dataDir, 'files'))
  const formDeps = { ...deps, files, sessions, baseUrl: deps.config.baseUrl }
  consigneeRoutes(api, fileApi, formDeps)
  const consigneeForms = await consigneeUploadRoutes(app, formDeps)
  await staffExchangeRoutes(api, fileApi, { ...deps, files })
  jobRoutes(api, deps)
  personalDataRoutes(api, fileApi, { ...deps, files, sessions })
  staffPersonalDataRoutes(api, fileApi, { ...deps, files })
  dashboardRoutes(api, deps)
  stockAgeRoutes(api, deps)
  auditRoutes(api, fileApi, deps)
  customerRoutes(api, deps)
  customerContragentRoutes(api, { ...deps, suggestions })
  customerPeopleRoutes(api, deps)
  actingRoutes(api, { ...deps, sessions })
  mergeCustomerRoutes(api, deps)
  cardRoutes(api, fileApi, { ...deps, catalogue, files })
  pictureRoutes(fileApi, { ...deps, files })
  await pictureUploadRoutes(fileApi, { ...deps, files })
  orderDocumentRoutes(fileApi, { ...deps, pdf: pdfQueue })
  financeRoutes(api, fileApi, { ...deps, pdf: pdfQueue })
  documentRoutes(api, fileApi, { ...deps, files })
  visitorRoutes(api, fileApi, { ...deps, sessions, documents: openVisitorDocuments({ ...deps, files, pdf: pdfQueue }) })
  purchasedRoutes(api, fileApi, { ...deps, catalogue })
  const tables = createTableReader()
  const actBuilder = openActBuilder(deps)
  app.addHook('onClose', () => actBuilder.close())
  const actDeps = { ...deps, pdf: pdfQueue, tables, wake: actBuilder.wakeBuilder }
  actRoutes(api, actDeps)
  await actFileRoutes(fileApi, actDeps)
  staffActRoutes(api, deps)
  staffActFileRoutes(fileApi, actDeps)
  const claimDeps = { ...formDeps, pdf: pdfQueue }
  claimRoutes(api, claimDeps)
  await claimFileRoutes(fileApi, claimDeps)
  const claimForms = await claimFormRoutes(app, claimDeps)
  staffClaimRoutes(api, fileApi, claimDeps)
  await documentUploadRoutes(fileApi, { ...deps, files })
  const chat = { ...deps, files, news: openChatStateCache(deps.listener) }
  chatRoutes(api, chat)
  staffChatRoutes(api, deps)
  await chatFileRoutes(fileApi, chat)
  callbackRoutes(api, deps)
  cannedAnswerRoutes(api, deps)
  pageRoutes(api, deps)
  staffPageRoutes(api, deps)
  const priceLists = openPriceLists({ ...deps, files })
  app.addHook('onClose', () => priceLists.close())
  priceListRoutes(api, { ...deps, ...priceLists, files })
  priceListFileRoutes(fileApi, { ...deps, ...priceLists, files })
  await attachRoutes(fileApi, { ...deps, files })
  await exchangeRoutes(app, { ...deps, files })
  await feedRoutes(app, fileApi, { ...deps, files })
  await feedTableRoutes(api, fileApi, { ...deps, files, tables })

  if (deps.config.bench) benchBaselineRoutes(api)
  healthRoutes(app, fileApi, {
    ...deps,
    ready: () => catalogue.ready(),
    probeWriting: createWriteProbe(deps),
    countStreams: push.count,
  })
  const uploads = await uploadRoutes(app, {
    ...deps,
    catalogue,
    searches,
    sessions,
    tables,
    baseUrl: deps.config.baseUrl,
  })
  const forms = [...reminder, ...registration, ...consigneeForms, ...claimForms, ...uploads]
  await serveDocs(app, {
    endpoints: [...api.endpoints(), ...forms],
    files: fileApi.endpoints(),
  })
  await serveWeb(app, {
    routeSegments,
    addLook: (html) => look.addTo(html),
    isPage: async (path) => isGuestPage(path) || (isSetupPage(path) && (await isSetupOpen(deps.db))),
  })
  return app
}
