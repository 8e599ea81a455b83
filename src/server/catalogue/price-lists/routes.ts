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
import { getContractHead, listPriceLists, orderPriceList } from './files.ts'
import { textAsJson } from './json-text.ts'
import { listPriceLinks, makePriceLink, revokePriceLink } from './feeds/links.ts'
import { openFeed, unzipped } from './feeds/open-feed.ts'
import { shapePagination } from '#server/platform/http/shape-pagination.ts'
import { dropRequestedFile, makeRequestedFile } from './requests/request-files.ts'
import { answerPrices, requestPrices, listCustomersRequests, listPriceRequests } from './requests/requests.ts'
import { linkOf, shapeFile, shapeLink, shapeOwnRequest, shapeStaffRequest } from './shape.ts'

type Deps = { db: Db; files: FileStore; feeds: Feeds; config: Pick<Config, 'baseUrl'> }

const ymlQueue = { atOnce: 8, atOnceEach: 1, maxWaiting: 100, maxWaitingEach: 20, retryAfterSeconds: 3 }

export function priceListRoutes({ on }: Api, deps: Deps): void {
  const here = (request: FastifyRequest) => originOf(request, deps.config)

  on(api.getPriceList, async ({ actor, input, request }) => {
    const { token, name } = await orderPriceList(deps, buyer(actor), { ...inputOf(input), origin: here(request) })
    return { link: linkOf(token), name }
  })

  on(api.priceListFiles, async ({ actor, input }) => ({
    items: (await listPriceLists(deps, buyer(actor), { contractId: input.contract })).map(shapeFile),
  }))

  const turns = createFairQueue(ymlQueue)
  on(api.ymlPrice, async ({ actor, input, request, reply }) => {
    const view = await getContractView(deps, {
      accountId: actor.accountId,
      contractId: input.contract_id ?? input.contract,
    })
    const { number } = await getContractHead(deps, view)
    const feedRequest = { view, origin: here(request) }
    // Writing, unpacking and sending it: all that goes on until the answer is through.
    const leave = await turns.enter(actor.accountId)
    if (reply.raw.closed) leave()
    reply.raw.once('close', leave)
    const feed = await openFeed(deps, feedRequest, await deps.feeds.current(feedRequest))
    const before = JSON.stringify({
      status: 'success',
      name: feedName({ contract: number, day: dayOf(new Date()) }),
    }).replace(/\}$/, ',"data":"')
    return new Serialised(textAsJson(before, unzipped(feed), '"}'))
  })

  on(api.priceLinks, async ({ actor, input, request }) => ({
    items: (await listPriceLinks(deps, buyer(actor), { contractId: input.contract })).map((link) =>
      shapeLink(link, here(request)),
    ),
  }))

  on(api.makePriceLink, async ({ actor, input, request }) => {
    const { id, links } = await makePriceLink(deps, buyer(actor), {
      contractId: input.contract,
      name: input.header,
      origin: here(request),
    })
    return { id, items: links.map((link) => shapeLink(link, here(request))) }
  })

  on(api.revokePriceLink, async ({ actor, input, request }) => ({
    items: (await revokePriceLink(deps, buyer(actor), { linkId: input.id })).map((link) =>
      shapeLink(link, here(request)),
    ),
  }))

  on(api.priceRequest, async ({ actor, input }) => {
    const id = await requestPrices(deps, buyer(actor), { ...inputOf(input), comment: input.comment })
    return { id, message: 'Запрос отправлен. Менеджер подготовит прайс-лист и ответит вам' }
  })

  on(api.priceRequests, async ({ actor }) => ({
    items: (await listPriceRequests(deps, buyer(actor))).map(shapeOwnRequest),
  }))

  on(api.staffPriceRequests, async ({ actor, input }) => {
    const { items, pagination } = await listCustomersRequests(deps, staff(actor), {
      state: input.state,
      page: input.page,
    })
    return { items: items.map(shapeStaffRequest), pagination: shapePagination(pagination) }
  })

  on(api.answerPriceRequest, async ({ actor, input }) => {
    await answerPrices(deps, staff(actor), input)
    return {}
  })

  on(api.makeRequestedFile, async ({ actor, input, request }) => ({
    file: await makeRequestedFile(deps, staff(actor), { requestId: input.id, origin: here(request) }),
  }))

  on(api.dropRequestedFile, async ({ actor, input }) => {
    await dropRequestedFile(deps, staff(actor), { requestId: input.id, fileId: input.file })
    return {}
  })
}

function inputOf({
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
