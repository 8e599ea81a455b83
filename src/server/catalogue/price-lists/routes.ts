import type { FastifyRequest } from 'fastify'
import * as api from '#shared/api/price-lists.ts'
import { dayOf } from '#shared/rules/dates.ts'
import type { Config } from '#server/platform/startup/config.ts'
import type { Db } from '#server/platform/db/client.ts'
import { getContractView } from '#server/customers/organisations/contract-view.ts'
import { createFairQueue } from '#server/platform/limits/fair-queue.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { buyer, staff } from '#server/platform/http/actor.ts'
import { Serialised, type Api } from '#server/platform/http/api.ts'
import { originOf } from '#server/platform/http/origin.ts'
import type { Feeds } from './feeds/feeds.ts'
import { feedName } from './file-name.ts'
import { getContractSummary, listPriceLists, queuePriceList } from './files.ts'
import { streamAsJsonString } from './json-text.ts'
import { listPriceLinks, createPriceLink, revokePriceLink } from './feeds/links.ts'
import { openFeed, unzip } from './feeds/open-feed.ts'
import { shapePagination } from '#server/platform/http/shape-pagination.ts'
import { deleteRequestedFile, generateRequestedFile } from './requests/request-files.ts'
import { answerPriceRequest, requestPrices, listRequestsOfCustomers, listPriceRequests } from './requests/requests.ts'
import { filePath, shapeFile, shapeLink, shapeOwnRequest, shapeStaffRequest } from './shape.ts'

type Deps = { db: Db; files: FileStore; feeds: Feeds; config: Pick<Config, 'baseUrl'> }

const ymlQueue = { maxRunning: 8, maxRunningEach: 1, maxWaiting: 100, maxWaitingEach: 20, retryAfterSeconds: 3 }

export function priceListRoutes({ on }: Api, deps: Deps): void {
  const originFor = (request: FastifyRequest) => originOf(request, deps.config)

  on(api.getPriceList, async ({ actor, input, request }) => {
    const { token, name } = await queuePriceList(deps, buyer(actor), {
      ...toPriceListInput(input),
      origin: originFor(request),
    })
    return { link: filePath(token), name }
  })

  on(api.priceListFiles, async ({ actor, input }) => ({
    items: (await listPriceLists(deps, buyer(actor), { contractId: input.contract })).map(shapeFile),
  }))

  const queue = createFairQueue(ymlQueue)
  on(api.ymlPrice, async ({ actor, input, request, reply }) => {
    const view = await getContractView(deps, {
      accountId: actor.accountId,
      contractId: input.contract_id ?? input.contract,
    })
    const { number } = await getContractSummary(deps, view)
    const feedRequest = { view, origin: originFor(request), pricePolitics: actor.pricePolitics }
    // The slot is held until the response has been sent, because unzipping and sending take time too.
    const endTask = await queue.enter(actor.accountId)
    if (reply.raw.closed) endTask()
    reply.raw.once('close', endTask)
    const feed = await openFeed(deps, feedRequest, await deps.feeds.current(feedRequest))
    const before = JSON.stringify({
      status: 'success',
      name: feedName({ contract: number, day: dayOf(new Date()) }),
    }).replace(/\}$/, ',"data":"')
    return new Serialised(streamAsJsonString(before, unzip(feed), '"}'))
  })

  on(api.priceLinks, async ({ actor, input, request }) => ({
    items: (await listPriceLinks(deps, buyer(actor), { contractId: input.contract })).map((link) =>
      shapeLink(link, originFor(request)),
    ),
  }))

  on(api.makePriceLink, async ({ actor, input, request }) => {
    const { id, links } = await createPriceLink(deps, buyer(actor), {
      contractId: input.contract,
      name: input.header,
      origin: originFor(request),
    })
    return { id, items: links.map((link) => shapeLink(link, originFor(request))) }
  })

  on(api.revokePriceLink, async ({ actor, input, request }) => ({
    items: (await revokePriceLink(deps, buyer(actor), { linkId: input.id })).map((link) =>
      shapeLink(link, originFor(request)),
    ),
  }))

  on(api.priceRequest, async ({ actor, input }) => {
    const id = await requestPrices(deps, buyer(actor), { ...toPriceListInput(input), comment: input.comment })
    return { id, message: 'Запрос отправлен. Менеджер подготовит прайс-лист и ответит вам' }
  })

  on(api.priceRequests, async ({ actor }) => ({
    items: (await listPriceRequests(deps, buyer(actor))).map(shapeOwnRequest),
  }))

  on(api.staffPriceRequests, async ({ actor, input }) => {
    const { items, pagination } = await listRequestsOfCustomers(deps, staff(actor), {
      state: input.state,
      page: input.page,
    })
    return { items: items.map(shapeStaffRequest), pagination: shapePagination(pagination) }
  })

  on(api.answerPriceRequest, async ({ actor, input }) => {
    await answerPriceRequest(deps, staff(actor), input)
    return {}
  })

  on(api.makeRequestedFile, async ({ actor, input, request }) => ({
    file: await generateRequestedFile(deps, staff(actor), { requestId: input.id, origin: originFor(request) }),
  }))

  on(api.dropRequestedFile, async ({ actor, input }) => {
    await deleteRequestedFile(deps, staff(actor), { requestId: input.id, fileId: input.file })
    return {}
  })
}

function toPriceListInput({
  contract,
  categories,
  available,
}: {
  contract?: number | undefined
  categories: number[]
  available: boolean
}) {
  return { contractId: contract, categoryIds: categories, availableOnly: available }
}
