import type { Readable } from 'node:stream'
import { findParties, type Parties } from '#server/customers/organisations/shared-queries-parties.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { PdfDocument } from '#server/platform/files/pdf-queue.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { buildActDocument } from './act-pdf.ts'
import { writeActSheet } from './act-sheet.ts'
import type { StoredAct } from './queries.ts'
import { listMatchNumbers, readMatches, type ReadMatch } from './queries-matches.ts'
import { getBuiltAct } from './service.ts'

type Deps = { db: Db }

/** Longer acts take too long to lay out: the PDF then has only balances and refers to the spreadsheet. */
const maxPrintedLines = 2000
const rowsPerRead = 2000

/** An act for signature, ready to render. */
export async function prepareActPdf(
  { db }: Deps,
  actor: BuyerActor,
  { actId }: { actId: number },
): Promise<PdfDocument> {
  return prepareBuiltAct(db, await getBuiltAct(db, actor, { actId }))
}

/** The same of an act that the caller may see. */
export async function prepareBuiltAct(db: Db, act: StoredAct): Promise<PdfDocument> {
  const parties = await getParties(db, act)
  const matches = act.matches > maxPrintedLines ? undefined : await readRange(db, act, { from: 1, to: act.matches })
  return {
    name: `Акт сверки ${act.number} ${act.firstDay} – ${act.lastDay}.pdf`,
    definition: buildActDocument(act, parties, matches),
  }
}

/** The lines of both sides as a streamed spreadsheet. */
export async function streamActSheet(
  { db }: Deps,
  actor: BuyerActor,
  { actId }: { actId: number },
): Promise<{ name: string; content: Readable }> {
  const act = await getBuiltAct(db, actor, { actId })
  const parties = await getParties(db, act)
  return {
    name: `Акт сверки ${act.number} ${act.firstDay} – ${act.lastDay}.xlsx`,
    content: writeActSheet(act, parties, { createdAt: new Date(), matches: readPages(db, act) }),
  }
}

async function* readPages(db: Db, act: StoredAct): AsyncGenerator<ReadMatch[]> {
  for (let from = 1; from <= act.matches; from += rowsPerRead)
    yield await readRange(db, act, { from, to: Math.min(act.matches, from + rowsPerRead - 1) })
}

async function readRange(db: Db, { id: actId }: StoredAct, range: { from: number; to: number }): Promise<ReadMatch[]> {
  const limit = range.to - range.from + 1
  const matches = limit > 0 ? await listMatchNumbers(db, { actId, view: 'all', ...range, limit, offset: 0 }) : []
  return readMatches(db, { actId, matches })
}

async function getParties(db: Db, { contractId }: StoredAct): Promise<Parties> {
  const parties = await findParties(db, { contractId })
  if (!parties) throw new AppError('notFound')
  return parties
}
