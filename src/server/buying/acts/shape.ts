import type { Act, ActDetails as WireDetails, ActRow, ActRun } from '#shared/api/money/acts.ts'
import { matchOutcomes, type MatchOutcome } from '#shared/rules/act-outcomes.ts'
import { actStates } from '#shared/rules/act-states.ts'
import { formatDay } from '#shared/rules/dates.ts'
import { ledgerKinds, paperTitle } from '#shared/rules/ledger.ts'
import { roubles } from '#shared/rules/money.ts'
import type { StoredAct, StoredBook } from './queries.ts'
import type { ReadMatch } from './queries-matches.ts'
import type { RunBetween } from './rows.ts'
import type { ActDetails } from './service.ts'

export function closingKopecks({ openingKopecks, debitKopecks, creditKopecks }: Balances): number {
  return openingKopecks + debitKopecks - creditKopecks
}

type Balances = Pick<StoredAct, 'openingKopecks' | 'debitKopecks' | 'creditKopecks'>

/** For the buyer: replies that are not sent yet are left out. */
export function shapeAct(act: StoredAct): Act {
  const isReplied = act.repliedAt !== null
  return {
    id: act.id,
    number: act.number,
    contract_id: act.contractId,
    contragent_id: act.contragentId,
    contract: { number: act.contractNumber, contragent: act.contragent },
    startdate: formatDay(act.firstDay),
    enddate: formatDay(act.lastDay),
    state: act.state,
    status: actStates[act.state],
    requested_at: act.requestedAt,
    requested_by: act.requestedBy,
    error: act.error,
    ready_at: act.readyAt,
    as_of: act.asOf,
    answer_by: act.answerBy && formatDay(act.answerBy),
    answered_at: act.answeredAt,
    answered_by: act.answeredBy,
    opening: roubles(act.openingKopecks),
    debit: roubles(act.debitKopecks),
    credit: roubles(act.creditKopecks),
    closing: roubles(closingKopecks(act)),
    lines: act.lineCount,
    differences: act.differences,
    agreed: act.agreed,
    disputed: act.disputed,
    unanswered: act.unanswered,
    replied_at: act.repliedAt,
    replied_by: act.repliedBy,
    accepted: isReplied ? act.accepted : 0,
    refused: isReplied ? act.refused : 0,
  }
}

export function shapeActDetails({
  act,
  parties,
  outcomes,
  steps,
  furtherSteps,
  effectsKopecks,
  firstUnanswered,
}: ActDetails): WireDetails {
  const { seller, buyer } = parties
  const party = ({ name, inn, kpp }: typeof buyer) => ({ name, inn, kpp })
  return {
    ...shapeAct(act),
    seller: seller && { name: seller.company, inn: seller.inn, kpp: seller.kpp },
    buyer: { ...party(buyer), name: buyer.company },
    book: act.book && shapeBook(act.book),
    outcomes: toCounts(act, outcomes),
    ...toReconciliation(act, steps, effectsKopecks),
    further_steps: furtherSteps,
    first_unanswered: firstUnanswered && {
      match: firstUnanswered.match.match,
      title: matchTitle(firstUnanswered.match),
      page: firstUnanswered.page,
    },
  }
}

function toCounts(act: StoredAct, outcomes: ActDetails['outcomes']): Record<MatchOutcome, number> {
  const counts = Object.fromEntries(Object.keys(matchOutcomes).map((outcome) => [outcome, 0])) as Record<
    MatchOutcome,
    number
  >
  for (const { outcome, count } of outcomes) counts[outcome] = count
  // Matches that agree have a row only while disputed.
  const others = outcomes.reduce((sum, { outcome, count }) => (outcome === 'same' ? sum : sum + count), 0)
  return { ...counts, same: act.matches - others }
}

/** The steps from our closing balance to theirs: the difference of opening balances and each difference of matches. */
function toReconciliation(act: StoredAct, steps: readonly ReadMatch[], effectsKopecks: number) {
  const { book } = act
  if (book === null) return { steps: [], difference: null, unexplained: null }
  const openingKopecks = book.openingKopecks === null ? 0 : act.openingKopecks - book.openingKopecks
  const theirOpening = book.openingKopecks ?? act.openingKopecks
  const theirClosing = book.closingKopecks ?? theirOpening + book.debitKopecks - book.creditKopecks
  const difference = closingKopecks(act) - theirClosing
  const opening =
    openingKopecks === 0
      ? []
      : [{ match: null, title: 'Начальное сальдо', outcome: null, effect: roubles(openingKopecks) }]
  return {
    steps: [
      ...opening,
      ...steps.map((step) => ({
        match: step.match,
        title: matchTitle(step),
        outcome: step.outcome,
        effect: roubles(step.effectKopecks),
      })),
    ],
    difference: roubles(difference),
    unexplained: roubles(difference - openingKopecks - effectsKopecks),
  }
}

function matchTitle({ ours: [our], theirs: [their] }: ReadMatch): string {
  return our ? paperTitle(our) : (their?.document ?? '')
}

function shapeBook(book: StoredBook): NonNullable<WireDetails['book']> {
  const wire = (kopecks: number | null) => (kopecks === null ? null : roubles(kopecks))
  return {
    name: book.name,
    uploaded_at: book.uploadedAt,
    lines: book.lines,
    outside: book.outside,
    opening: wire(book.openingKopecks),
    closing: wire(book.closingKopecks),
    debit: roubles(book.debitKopecks),
    credit: roubles(book.creditKopecks),
  }
}

/** The reply of staff only if it may be seen: to a buyer, once it is sent. */
export function shapeActRow(
  { match, outcome, cause, effectKopecks, answer, comment, reply, replyReason, ours, theirs }: ReadMatch,
  { seesReply }: { seesReply: boolean },
): ActRow {
  return {
    match,
    outcome,
    cause,
    effect: roubles(effectKopecks),
    answer,
    comment,
    reply: seesReply ? reply : null,
    reply_reason: seesReply ? replyReason : '',
    ours: ours.map((line) => ({
      date: formatDay(line.day),
      title: paperTitle(line),
      operation: ledgerKinds[line.kind].operation,
      basis: line.basis,
      debit: roubles(line.debitKopecks),
      credit: roubles(line.creditKopecks),
    })),
    theirs: theirs.map((line) => ({
      row: line.row,
      date: line.day && formatDay(line.day),
      document: line.document,
      debit: roubles(line.debitKopecks),
      credit: roubles(line.creditKopecks),
    })),
  }
}

export function shapeActRun({ before, from, to, firstDay, lastDay, ours, theirs }: RunBetween): ActRun {
  const side = ({ count, debitKopecks, creditKopecks }: RunBetween['ours']) => ({
    count,
    debit: roubles(debitKopecks),
    credit: roubles(creditKopecks),
  })
  return {
    before,
    from,
    to,
    startdate: firstDay && formatDay(firstDay),
    enddate: lastDay && formatDay(lastDay),
    ours: side(ours),
    theirs: side(theirs),
  }
}
