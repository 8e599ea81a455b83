import * as z from 'zod/mini'
import type { FileStore } from '#server/platform/files/store.ts'
import { lockBreaks } from '#server/catalogue/price-breaks/shared-queries-receive.ts'
import { lockDocuments } from '#server/buying/documents/shared-queries-receive.ts'
import { lockLedger } from '#server/buying/ledger/shared-queries-receive.ts'
import type { ImportContext } from '../apply/context.ts'
import { applyArrivals, checkArrivals } from '../apply/feeds/feed-arrivals.ts'
import { applyBinds, checkBinds } from '../apply/feeds/feed-binds.ts'
import { applyClaims, lockNothing } from '../apply/feeds/feed-claims.ts'
import { applyPriceConditions, checkConditions } from '../apply/feeds/feed-conditions.ts'
import { applyContragentLines } from '../apply/feeds/feed-contragents.ts'
import { applyContracts, lockContractsAndPrices } from '../apply/feeds/feed-contracts.ts'
import { applyDocuments, checkDocuments, deleteUnusedFiles, storePdf } from '../apply/feeds/feed-documents.ts'
import type { FeedOptions, StoredLineFile } from '../apply/feeds/feed-items.ts'
import { applyLedger, applyPayments, checkLedger, checkPayments } from '../apply/feeds/feed-ledger.ts'
import { applyPriceBreaks, checkPriceBreaks } from '../apply/feeds/feed-price-breaks.ts'
import { applyCurrencyRates } from '../apply/feeds/feed-rates.ts'
import { lockWriters } from '../apply/run/runs.ts'
import { claimLine } from '../feed-lines/claim-line.ts'
import { conditionLine } from '../feed-lines/condition-line.ts'
import { documentLine, maxDocumentLineBytes } from '../feed-lines/document-line.ts'
import { contractLine } from '../feed-lines/contract-line.ts'
import { contragentLine } from '../feed-lines/contragent-line.ts'
import { deletion } from '../feed-lines/fields.ts'
import { arrivalLine, bindsLine } from '../feed-lines/goods-lines.ts'
import { ledgerLine, paymentLine } from '../feed-lines/ledger-line.ts'
import { priceBreakLine } from '../feed-lines/price-break-line.ts'
import { rateLine } from '../feed-lines/rate-line.ts'

/**
 * A feed for data that CommerceML lacks: the schema of its lines, and how the lines staged in `feed_items` are written
 * in one transaction.
 */
export type Feed = {
  line: z.ZodMiniType
  /** Field that identifies the record in a line's result. */
  id: string
  /** Whether `{id, deleted: true}` deletes a record. */
  deletable?: true
  /** A partial feed keeps records that it does not list, a full one ends them. 'always': full by definition. */
  full: 'always' | 'never' | 'requested'
  /** Maximum length of a line, if not a megabyte. */
  maxLineBytes?: number
  /** Stores a file contained in a line; the line continues without it. */
  storeFile?: (files: FileStore, item: unknown) => Promise<StoredLineFile>
  /** Deletes stored files that no record uses, whatever the result of the feed. */
  deleteUnusedFiles?: (context: ImportContext, files: FileStore) => Promise<void>
  lock: (context: ImportContext) => Promise<void>
  /** Rejects lines before anything is written. */
  check?: (context: ImportContext) => Promise<void>
  apply: (context: ImportContext, options: FeedOptions) => Promise<void>
}

const lockCatalogue = ({ sql }: ImportContext) => lockWriters(sql)
const lockLedgerOfFeed = ({ db }: ImportContext) => lockLedger(db)

export const feeds: Record<string, Feed> = {
  arrivals: {
    line: arrivalLine,
    id: 'product',
    full: 'always',
    lock: lockCatalogue,
    check: checkArrivals,
    apply: applyArrivals,
  },
  /** A line replaces those lists of its product that it contains. */
  binds: { line: bindsLine, id: 'product', full: 'never', lock: lockCatalogue, check: checkBinds, apply: applyBinds },
  claims: { line: claimLine, id: 'id', full: 'never', lock: lockNothing, apply: applyClaims },
  conditions: {
    line: conditionLine,
    id: 'id',
    deletable: true,
    full: 'requested',
    lock: lockCatalogue,
    check: checkConditions,
    apply: applyPriceConditions,
  },
  contracts: {
    line: contractLine,
    id: 'id',
    full: 'requested',
    lock: lockContractsAndPrices,
    apply: applyContracts,
  },
  contragents: {
    line: contragentLine,
    id: 'id',
    deletable: true,
    full: 'never',
    lock: lockCatalogue,
    apply: applyContragentLines,
  },
  documents: {
    line: documentLine,
    id: 'id',
    deletable: true,
    full: 'requested',
    maxLineBytes: maxDocumentLineBytes,
    storeFile: storePdf,
    deleteUnusedFiles,
    lock: ({ db }) => lockDocuments(db),
    check: checkDocuments,
    apply: applyDocuments,
  },
  ledger: {
    line: ledgerLine,
    id: 'id',
    deletable: true,
    full: 'requested',
    lock: lockLedgerOfFeed,
    check: checkLedger,
    apply: applyLedger,
  },
  payments: {
    line: paymentLine,
    id: 'id',
    deletable: true,
    full: 'requested',
    lock: lockLedgerOfFeed,
    check: checkPayments,
    apply: applyPayments,
  },
  'price-breaks': {
    line: priceBreakLine,
    id: 'id',
    deletable: true,
    full: 'requested',
    lock: ({ db }) => lockBreaks(db),
    check: checkPriceBreaks,
    apply: applyPriceBreaks,
  },
  /** Identified by currency and day together. */
  rates: { line: rateLine, id: 'currency', full: 'never', lock: lockCatalogue, apply: applyCurrencyRates },
}

/** Undefined for an unknown name. */
export function findFeed(name: string): Feed | undefined {
  return Object.hasOwn(feeds, name) ? feeds[name] : undefined
}

/** JSON Schema of a line as sent. */
export function jsonSchemaOf({ line, deletable }: Feed): object {
  return z.toJSONSchema(deletable ? z.union([line, deletion]) : line, { io: 'input', unrepresentable: 'any' })
}
