import { addDays, dayOf } from '#shared/rules/dates.ts'
import { andMore } from '#shared/rules/list-text.ts'
import { documentName } from '#shared/rules/documents/shipping-documents.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notifyEach } from '#server/platform/notifications/service.ts'
import { listNewDocuments, type ContractNews } from './queries-news.ts'

/** Older documents, as in the first feed, are not announced. */
const newsDays = 30
const maxNamed = 5

/** Notifies everybody who may see new documents of a feed, once per person. */
export async function notifyNewDocuments(tx: Db, { ids, now }: { ids: readonly number[]; now: Date }): Promise<void> {
  if (ids.length === 0) return
  const news = await listNewDocuments(tx, { ids, from: addDays(dayOf(now), -newsDays), maxNamed })
  await notifyEach(tx, {
    kind: 'document',
    notices: news.map(({ accountId, contracts }) => ({ accountId, quiet: false, ...toNotice(contracts) })),
  })
}

function toNotice(contracts: readonly ContractNews[]) {
  const count = contracts.reduce((sum, contract) => sum + contract.count, 0)
  const names = contracts
    .flatMap(({ newest }) => newest)
    .toSorted((one, other) => (one.day === other.day ? other.id - one.id : one.day < other.day ? 1 : -1))
    .slice(0, maxNamed)
    .map(documentName)
  const left = count - names.length
  const listed = left > 0 ? `${names.join(', ')} ${andMore(left)}` : names.join(', ')
  const numbers = contracts.map(({ contractNumber }) => `№ ${contractNumber}`).join(', ')
  const only = contracts.length === 1 ? contracts[0] : undefined
  return {
    title: count === 1 ? `Новый документ: ${listed}` : `Новых документов: ${count}`,
    text: `${only ? 'Договор' : 'Договоры'} ${numbers}${count === 1 ? '' : `: ${listed}`}.`,
    link: only ? `/documents?contract=${only.contractId}` : '/documents',
    contractIds: contracts.map(({ contractId }) => contractId),
    eventKey: `documents:${Math.min(...contracts.map(({ firstId }) => firstId))}`,
  }
}
