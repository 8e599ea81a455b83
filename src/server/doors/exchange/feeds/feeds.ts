import * as z from 'zod/mini'
import type { FileStore } from '#server/platform/files/store.ts'
import { lockDocuments } from '#server/buying/documents/shared-queries-receive.ts'
import { lockLedger } from '#server/buying/ledger/shared-queries-receive.ts'
import { lockContracts } from '#server/customers/organisations/shared-queries-write.ts'
import type { ImportContext } from '../apply/context.ts'
import { applyArrivals, checkArrivals } from '../apply/feeds/feed-arrivals.ts'
import { applyBinds, checkBinds } from '../apply/feeds/feed-binds.ts'
import { applyClaims, lockNothing } from '../apply/feeds/feed-claims.ts'
import { applyContracts } from '../apply/feeds/feed-contracts.ts'
import { applyDocuments, checkDocuments, dropDocumentFiles, storePdf } from '../apply/feeds/feed-documents.ts'
import type { FeedOptions, TakenFile } from '../apply/feeds/feed-items.ts'
import { applyLedger, applyPayments, checkLedger, checkPayments } from '../apply/feeds/feed-ledger.ts'
import { waitForWriters } from '../apply/run/runs.ts'
import { claimLine } from '../feed-lines/claim-line.ts'
import { documentLine, longestDocumentLine } from '../feed-lines/document-line.ts'
import { contractLine } from '../feed-lines/contract-line.ts'
import { deletion } from '../feed-lines/fields.ts'
import { arrivalLine, bindsLine } from '../feed-lines/goods-lines.ts'
import { ledgerLine, paymentLine } from '../feed-lines/ledger-line.ts'

/**
 * A feed for data that CommerceML lacks: the schema of a line, and how the lines, staged in `feed_items`, are written
 * in one transaction.
 */
export type Feed = {
  line: z.ZodMiniType
  /** The field by which a line's answer names its record. */
  id: string
  /** A line of `{id, deleted: true}` ends its record. */
  deletable?: true
  /** Partial feeds leave alone what they do not name; full ones end it. 'always': it is full without being asked. */
  full: 'always' | 'never' | 'requested'
  /** Bytes of a line, where that is not a megabyte. */
  longestLine?: number
  /** Takes a file out of a line into the store; the line goes on with what is left. */
  storeFile?: (files: FileStore, item: unknown) => Promise<TakenFile>
  /** Deletes those of the files that no record has, whatever became of the feed. */
  dropFiles?: (context: ImportContext, files: FileStore) => Promise<void>
  lock: (context: ImportContext) => Promise<void>
  /** Rejects lines before anything is written. */
  check?: (context: ImportContext) => Promise<void>
  apply: (context: ImportContext, options: FeedOptions) => Promise<void>
}

const ofCatalogue = ({ sql }: ImportContext) => waitForWriters(sql)
const ofLedger = ({ db }: ImportContext) => lockLedger(db)

export const feeds: Record<string, Feed> = {
  arrivals: {
    line: arrivalLine,
    id: 'product',
    full: 'always',
    lock: ofCatalogue,
    check: checkArrivals,
    apply: applyArrivals,
  },
  /** A line replaces the given lists of its product. */
  binds: { line: bindsLine, id: 'product', full: 'never', lock: ofCatalogue, check: checkBinds, apply: applyBinds },
  claims: { line: claimLine, id: 'id', full: 'never', lock: lockNothing, apply: applyClaims },
  contracts: {
    line: contractLine,
    id: 'id',
    full: 'requested',
    lock: ({ db }) => lockContracts(db),
    apply: applyContracts,
  },
  documents: {
    line: documentLine,
    id: 'id',
    deletable: true,
    full: 'requested',
    longestLine: longestDocumentLine,
    storeFile: storePdf,
    dropFiles: dropDocumentFiles,
    lock: ({ db }) => lockDocuments(db),
    check: checkDocuments,
    apply: applyDocuments,
  },
  ledger: {
    line: ledgerLine,
    id: 'id',
    deletable: true,
    full: 'requested',
    lock: ofLedger,
    check: checkLedger,
    apply: applyLedger,
  },
  payments: {
    line: paymentLine,
    id: 'id',
    deletable: true,
    full: 'requested',
    lock: ofLedger,
    check: checkPayments,
    apply: applyPayments,
  },
}

/** The feed of that name; undefined: none. */
export function feedNamed(name: string): Feed | undefined {
  return Object.hasOwn(feeds, name) ? feeds[name] : undefined
}

/** What a line may be, as JSON Schema of the fields as they are sent. */
export function jsonSchemaOf({ line, deletable }: Feed): object {
  return z.toJSONSchema(deletable ? z.union([line, deletion]) : line, { io: 'input', unrepresentable: 'any' })
}
