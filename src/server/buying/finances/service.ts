import type { Readable } from 'node:stream'
import type { FinanceView } from '#shared/api/money/finances.ts'
import { freeCreditKopecks, hasCreditLimit } from '#shared/rules/credit.ts'
import { dayOf, type Day } from '#shared/rules/dates.ts'
import { datedPaper } from '#shared/rules/ledger.ts'
import { listNames } from '#shared/rules/list-text.ts'
import { getContractView } from '#server/customers/organisations/contract-view.ts'
import { findParties, type Parties } from '#server/customers/organisations/shared-queries-parties.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { PdfDocument } from '#server/platform/files/pdf-queue.ts'
import { limitAndOffset, paginationOf, type Pagination } from '#server/platform/pagination.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { assertBillable } from '#server/buying/order-documents/assert-billable.ts'
import { buildDebtInvoice } from './debt-invoice.ts'
import { writeFinancesSheet } from './finances-sheet.ts'
import {
  countEntries,
  findContractFinances,
  listInvoiceable,
  listEntries,
  listLimitedContracts,
  type ContractFinances,
  type EntryFilter,
  type EntryRow,
} from './queries.ts'

type Deps = { db: Db }

export type FinancesInput = {
  /** Undefined: the chosen contract. */
  contractId: number | undefined
  view: FinanceView
  from: Day | undefined
  to: Day | undefined
  query: string
}

export type FinancesPage = { state: ContractFinances; entries: EntryRow[]; pagination: Pagination; today: Day }

/** Debt of a contract, and a page of its documents and payments. */
export async function readFinances(
  { db }: Deps,
  actor: BuyerActor,
  { page, perPage, now, ...input }: FinancesInput & { page: number; perPage: number; now: Date },
): Promise<FinancesPage> {
  const filter = await toFilter(db, actor, input, now)
  const [state, entries] = await Promise.all([
    getFinances(db, filter),
    listEntries(db, { ...filter, ...limitAndOffset({ page, perPage }) }),
  ])
  const total = countFromAgeing(state, filter) ?? (await countEntries(db, filter))
  return { state, entries, pagination: paginationOf({ page, perPage }, total), today: filter.today }
}

/** The count from the ageing table, if only age filters the documents; otherwise undefined. */
function countFromAgeing({ ageing }: ContractFinances, { view, from, to, query }: EntryFilter): number | undefined {
  if (from !== undefined || to !== undefined || query !== '') return undefined
  if (view !== 'unpaid' && view !== 'overdue') return undefined
  return ageing.reduce((sum, { id, count }) => (view === 'overdue' && id === 'notDue' ? sum : sum + count), 0)
}

export type AvailableCredit = { contractId: number; availableKopecks: number }

/** What is left of the limit of each contract that has one; negative if exceeded. */
export async function listAvailableCredit({ db }: Deps, { accountId }: BuyerActor): Promise<AvailableCredit[]> {
  const limited = (await listLimitedContracts(db, { accountId })).filter(hasCreditLimit)
  return limited.map((contract) => ({
    contractId: contract.contractId,
    availableKopecks: freeCreditKopecks(contract, contract.unshippedKopecks),
  }))
}

/** All entries as a spreadsheet. */
export async function streamFinances(
  { db }: Deps,
  actor: BuyerActor,
  { now, ...input }: FinancesInput & { now: Date },
): Promise<{ name: string; content: Readable }> {
  const filter = await toFilter(db, actor, input, now)
  const state = await getFinances(db, filter)
  return {
    name: `Финансы ${state.number} на ${filter.today}.xlsx`,
    content: writeFinancesSheet(state, {
      createdAt: now,
      rows: readPages((range) => listEntries(db, { ...filter, ...range })),
    }),
  }
}

const rowsPerRead = 2000

async function* readPages(
  read: (range: { limit: number; offset: number }) => Promise<EntryRow[]>,
): AsyncGenerator<EntryRow[]> {
  for (let offset = 0; ; offset += rowsPerRead) {
    const rows = await read({ limit: rowsPerRead, offset })
    yield rows
    if (rows.length < rowsPerRead) return
  }
}

async function toFilter(
  db: Db,
  { accountId }: BuyerActor,
  { contractId, ...rest }: FinancesInput,
  now: Date,
): Promise<EntryFilter> {
  if (rest.from !== undefined && rest.to !== undefined && rest.from > rest.to) throw new AppError('datePeriod')
  return { ...rest, accountId, contractId: await getChosen(db, { accountId, contractId }), today: dayOf(now) }
}

async function getChosen(
  db: Db,
  { accountId, contractId }: { accountId: number; contractId: number | undefined },
): Promise<number> {
  return contractId ?? (await getContractView({ db }, { accountId, contractId })).contractId
}

async function getFinances(
  db: Db,
  of: { accountId: number; contractId: number; today: Day },
): Promise<ContractFinances> {
  const state = await findContractFinances(db, of)
  if (!state) throw new AppError('notFound')
  return state
}

/** More do not fit into a payment's purpose and a page. */
const maxInvoicedDocuments = 100
const maxNamed = 4

/** Счёт на оплату for unpaid documents: the given ones, otherwise all overdue ones. */
export async function prepareDebtInvoice(
  { db }: Deps,
  actor: BuyerActor,
  { contractId, documentIds, now }: { contractId: number | undefined; documentIds: number[] | undefined; now: Date },
): Promise<PdfDocument> {
  const { accountId } = actor
  const today = dayOf(now)
  const state = await getFinances(db, { accountId, contractId: await getChosen(db, { accountId, contractId }), today })
  const documents = await listInvoiceable(db, {
    contractId: state.contractId,
    documentIds,
    today,
    max: maxInvoicedDocuments,
  })
  if (documents.length === 0) throw new AppError('nothingToBill')
  const { contract, buyer, seller } = await getParties(db, state)
  const names = listNames(documents.map(datedPaper), maxNamed)
  return {
    name: `Счёт по договору ${contract.number} от ${today}.pdf`,
    definition: buildDebtInvoice({
      contract,
      buyer,
      seller: assertBillable(seller),
      documents,
      today,
      purpose: `Оплата по договору № ${contract.number}: ${names}. НДС по документам`,
    }),
  }
}

async function getParties(db: Db, { contractId }: ContractFinances): Promise<Parties> {
  const parties = await findParties(db, { contractId })
  if (!parties) throw new AppError('notFound')
  return parties
}
