import { addDays, daysBetween, formatDay, type Day } from '#shared/rules/dates.ts'
import { plural } from '#shared/rules/plural.ts'
import type { MatchOutcome } from '#shared/rules/act-outcomes.ts'
import { causeOfSums } from './causes.ts'
import { numbersIn } from './document-numbers.ts'
import { findSubset } from './subset-sum.ts'

/** A line of the act; `kopecks` is its change of the buyer's debt. */
export type OurLine = { position: number; day: Day; number: string; kopecks: number }

/** A line of the buyer's ledger with the same sign convention. */
export type TheirLine = { position: number; day: Day | null; text: string; kopecks: number }

/** Lines that belong together, by position. `effectKopecks`: their difference, ours minus theirs. */
export type Match = {
  ours: number[]
  theirs: number[]
  outcome: MatchOutcome
  cause: string
  effectKopecks: number
}

/** Up to this difference in days within the period, a document is reported but is no discrepancy. */
const maxShiftDays = 3
/** Beyond this distance, equal number and sum mean different documents, because numbering restarts each year. */
const maxSameNumberDays = 180
/** Shorter numbers occur in too many texts to identify a document with a different sum. */
const minDistinctiveDigits = 3
/** Maximum lines examined per sum. */
const maxSimilarLines = 50
/** A document missing in the period may be in a neighbouring one. */
const nearbyPeriodDays = 10
/** Combinations of sums are tried only while few lines are unmatched. */
const maxUnmatchedForSums = 2000
const anyDay = '*'

/**
 * Matches two ledgers of one contract over a period. Every line is in exactly one match, so the effects add up to the
 * difference of the turnovers. `outside`: lines of the buyer's file outside the period, which only explain missing
 * ones.
 */
export function matchLedgers(
  ours: readonly OurLine[],
  theirs: readonly TheirLine[],
  outside: readonly TheirLine[] = [],
): Match[] {
  const books = new Books(ours, theirs)
  books.pairByNumber()
  books.pairByDay()
  books.groupByNumber()
  books.groupNamedTogether()
  books.cancelOwn()
  books.groupByDay()
  books.pairDifferentSums()
  books.pairOtherSides()
  return books.close(outside)
}

type Ours = OurLine & { numbers: string[] }
type Theirs = TheirLine & { numbers: string[] }

class Books {
  readonly #matches: Match[] = []
  readonly #ours: Map<number, Ours>
  readonly #theirs: Map<number, Theirs>

  constructor(ours: readonly OurLine[], theirs: readonly TheirLine[]) {
    this.#ours = new Map(ours.map((line) => [line.position, { ...line, numbers: numbersIn(line.number) }]))
    this.#theirs = new Map(theirs.map((line) => [line.position, { ...line, numbers: numbersIn(line.text) }]))
  }

  /** Same number and sum, nearest days first. */
  pairByNumber(): void {
    const ours = groupByKeys(this.#ours.values(), keysOfNumbers)
    this.#pairNearest((their) => keysOfNumbers(their).flatMap((key) => ours.get(key) ?? []), maxSameNumberDays)
  }

  /** Same sum within some days, whatever the number in the buyer's ledger. */
  pairByDay(): void {
    const ours = groupByKeys(this.#ours.values(), ({ day, kopecks }) => [`${kopecks} ${day}`, `${kopecks} ${anyDay}`])
    this.#pairNearest(
      ({ day, kopecks }) =>
        daysAround(day).flatMap((each) => (ours.get(`${kopecks} ${each}`) ?? []).slice(0, maxSimilarLines)),
      maxShiftDays,
    )
  }

  #pairNearest(matchOurs: (line: Theirs) => Ours[], maxDays: number): void {
    const edges = [...this.#theirs.values()].flatMap((their) =>
      [...new Set(matchOurs(their))].flatMap((our) => {
        const days = distance(our, their)
        return days > maxDays ? [] : [{ our, their, days }]
      }),
    )
    edges.sort((a, b) => a.days - b.days || a.our.position - b.our.position || a.their.position - b.their.position)
    for (const { our, their, days } of edges) {
      if (!this.#ours.has(our.position) || !this.#theirs.has(their.position)) continue
      this.#match([our], [their], ...outcomeOfDays(our, their, days))
    }
  }

  /** Lines with a common number and equal total: one document posted in parts, or several posted as one. */
  groupByNumber(): void {
    const ours = groupByKeys(this.#ours.values(), ({ numbers, kopecks }) => numbers.map((each) => sided(each, kopecks)))
    const theirs = groupByKeys(this.#theirs.values(), ({ numbers, kopecks }) =>
      numbers.map((each) => sided(each, kopecks)),
    )
    for (const [key, some] of ours) {
      const left = some.filter(({ position }) => this.#ours.has(position))
      const others = (theirs.get(key) ?? []).filter(({ position }) => this.#theirs.has(position))
      if (left.length === 0 || others.length === 0 || left.length + others.length < 3) continue
      if (total(left) !== total(others)) continue
      if (others.some((their) => distance(left[0] as Ours, their) > maxSameNumberDays)) continue
      this.#matchParts(left, others)
    }
  }

  /** Several of our documents named by one line of the buyer, with equal total. */
  groupNamedTogether(): void {
    const byNumber = groupByKeys(this.#ours.values(), ({ numbers }) => numbers)
    for (const their of this.#theirs.values()) {
      const named = this.#namedIn(their, byNumber)
      if (named.length > 1 && total(named) === their.kopecks) this.#matchParts(named, [their])
    }
  }

  #namedIn(their: Theirs, byNumber: ReadonlyMap<string, Ours[]>): Ours[] {
    const named = new Set(their.numbers.flatMap((number) => (byNumber.get(number) ?? []).slice(0, maxSimilarLines)))
    return [...named].filter((our) => this.#ours.has(our.position) && isSameDocument(our, their))
  }

  /** An entry and its reversal in one ledger, which need not occur in the other. */
  cancelOwn(): void {
    // 'Оплата 3071 (сторно)' takes back 'Оплата 3071'.
    const theirs = pairsThatCancel(
      this.#theirs.values(),
      ({ day, text, numbers }) => `${day} ${numbers.join(' ') || text}`,
    )
    for (const pair of theirs) this.#match([], pair, 'note', 'у вас две строки гасят друг друга')
    const ours = pairsThatCancel(this.#ours.values(), ({ number }) => number)
    for (const pair of ours) this.#match(pair, [], 'note', 'у нас две строки гасят друг друга')
  }

  /** A line that is the sum of two to four lines of the other side within some days. */
  groupByDay(): void {
    // Ledgers with so little in common belong to different contracts.
    if (Math.max(this.#ours.size, this.#theirs.size) > maxUnmatchedForSums) return
    const ours = Map.groupBy(this.#ours.values(), ({ day }) => day)
    const theirs = Map.groupBy(this.#theirs.values(), ({ day }) => String(day))
    for (const their of this.#theirs.values()) {
      if (their.day === null) continue
      const nearby = daysAround(their.day).flatMap((day) => ours.get(day) ?? [])
      const left = nearby.filter((our) => this.#ours.has(our.position) && sameSide(our, their))
      const parts = left.length > 1 ? findSubset(left, valueOf, their.kopecks) : undefined
      if (parts) this.#matchParts(parts, [their])
    }
    for (const our of this.#ours.values()) {
      const nearby = daysAround(our.day).flatMap((day) => theirs.get(day) ?? [])
      const left = nearby.filter((their) => this.#theirs.has(their.position) && sameSide(our, their))
      const parts = left.length > 1 ? findSubset(left, valueOf, our.kopecks) : undefined
      if (parts) this.#matchParts([our], parts)
    }
  }

  /** One document with different sums: by number, or the only one of its day on both sides. */
  pairDifferentSums(): void {
    const ourNumbers = groupByKeys(this.#ours.values(), ({ numbers }) => numbers)
    for (const their of this.#theirs.values()) {
      const named = this.#namedIn(their, ourNumbers)
      const nearest = closestSum(named, their.kopecks)
      if (nearest.length > 1) this.#matchSums(nearest, [their])
    }
    const theirNumbers = groupByKeys(this.#theirs.values(), ({ numbers }) => numbers)
    for (const our of this.#ours.values()) {
      const same = new Set(our.numbers.flatMap((number) => theirNumbers.get(number) ?? []))
      const left = [...same].filter((their) => this.#theirs.has(their.position) && isSameDocument(our, their))
      const nearest = closestSum(
        left.toSorted((a, b) => distance(our, a) - distance(our, b)),
        our.kopecks,
      )
      if (nearest.length > 0) this.#matchSums([our], nearest)
    }
    const ofDay = Map.groupBy(this.#theirs.values(), ({ day, kopecks }) => sided(String(day), kopecks))
    for (const [key, own] of Map.groupBy([...this.#ours.values()], ({ day, kopecks }) => sided(day, kopecks))) {
      const [our, their] = [own[0], ofDay.get(key)?.[0]]
      if (own.length !== 1 || ofDay.get(key)?.length !== 1 || !our || !their) continue
      if (haveSimilarSums(our.kopecks, their.kopecks)) this.#matchSums([our], [their])
    }
  }

  #matchSums(ours: readonly Ours[], theirs: readonly Theirs[]): void {
    const [[our], [their]] = [ours, theirs]
    const cause = causeOfSums(Math.abs(total(ours)), Math.abs(total(theirs)))
    const isMoved = our && their && distance(our, their) > maxShiftDays
    const moved = isMoved && their.day !== null ? `у вас ${formatDay(their.day)}` : ''
    const parts = ours.length + theirs.length > 2 ? describeParts(ours, theirs) : ''
    this.#match(ours, theirs, 'sum', [cause, parts, moved].filter(Boolean).join('; '))
  }

  /** A document recorded as a shipment on one side and as a payment on the other. */
  pairOtherSides(): void {
    const bySum = Map.groupBy(this.#theirs.values(), ({ kopecks }) => kopecks)
    for (const our of this.#ours.values()) {
      const their = bySum
        .get(-our.kopecks)
        ?.slice(0, maxSimilarLines)
        .find(
          (line) => this.#theirs.has(line.position) && (shareNumber(our, line) || distance(our, line) <= maxShiftDays),
        )
      if (their) this.#match([our], [their], 'side', 'проведён по другой стороне')
    }
  }

  /** Remaining lines exist on one side only. Returns matches in the act's order. */
  close(outside: readonly TheirLine[]): Match[] {
    const bySum = Map.groupBy(
      outside.map((line) => ({ ...line, numbers: numbersIn(line.text) })),
      ({ kopecks }) => kopecks,
    )
    for (const our of this.#ours.values()) {
      const later = bySum
        .get(our.kopecks)
        ?.slice(0, maxSimilarLines)
        .find((line) => shareNumber(our, line) || distance(our, line) <= nearbyPeriodDays)
      const cause = later?.day ? `у вас ${formatDay(later.day)}, в другом периоде` : ''
      this.#match([our], [], 'absentTheirs', cause)
    }
    for (const their of this.#theirs.values()) this.#match([], [their], 'absentOurs', '')
    return this.#matches
  }

  #matchParts(ours: readonly Ours[], theirs: readonly Theirs[]): void {
    this.#match(ours, theirs, 'note', describeParts(ours, theirs))
  }

  #match(ours: readonly Ours[], theirs: readonly Theirs[], outcome: MatchOutcome, cause: string): void {
    for (const { position } of ours) this.#ours.delete(position)
    for (const { position } of theirs) this.#theirs.delete(position)
    this.#matches.push({
      ours: ours.map(({ position }) => position),
      theirs: theirs.map(({ position }) => position),
      outcome,
      cause,
      effectKopecks: total(ours) - total(theirs),
    })
  }
}

function describeParts(ours: readonly Ours[], theirs: readonly Theirs[]): string {
  if (ours.length > 1 && theirs.length > 1) return 'разбит на строки иначе'
  if (ours.length > 1) return `у вас одной строкой, у нас ${ours.length}`
  return `у вас ${theirs.length} ${plural(theirs.length, ['строка', 'строки', 'строк'])}, у нас одна`
}

/** The first line or all lines, whichever is nearer to a sum. */
function closestSum<Line extends { kopecks: number }>(lines: readonly Line[], kopecks: number): readonly Line[] {
  const first = lines.slice(0, 1)
  return Math.abs(total(lines) - kopecks) < Math.abs(total(first) - kopecks) ? lines : first
}

/** Pairs of lines with opposite sums and equal key. */
function pairsThatCancel<Line extends { kopecks: number }>(
  lines: Iterable<Line>,
  keyOf: (line: Line) => string,
): [Line, Line][] {
  const open = new Map<string, Line[]>()
  return [...lines].flatMap((line): [Line, Line][] => {
    const opposite = open.get(`${keyOf(line)} ${-line.kopecks}`)?.pop()
    if (opposite) return [[opposite, line]]
    const key = `${keyOf(line)} ${line.kopecks}`
    open.set(key, [...(open.get(key) ?? []), line])
    return []
  })
}

function outcomeOfDays(our: Ours, their: Theirs, days: number): [MatchOutcome, string] {
  if (days === 0 || their.day === null) return ['same', '']
  const later = their.day > our.day
  const words = `у вас ${later ? 'позже' : 'раньше'} на ${days} дн.`
  return [days <= maxShiftDays ? 'note' : 'date', words]
}

/** Days between two lines; 0 if a line has no day. */
function distance({ day }: Pick<OurLine, 'day'>, their: Pick<TheirLine, 'day'>): number {
  return their.day === null ? 0 : Math.abs(daysBetween(day, their.day))
}

/** The days searched for a document; all for a line without a day. */
function daysAround(day: Day | null): string[] {
  if (day === null) return [anyDay]
  return Array.from({ length: maxShiftDays * 2 + 1 }, (_, offset) => addDays(day, offset - maxShiftDays))
}

const keysOfNumbers = ({ numbers, kopecks }: { numbers: string[]; kopecks: number }) =>
  numbers.map((number) => `${number} ${kopecks}`)

function sameSide(one: { kopecks: number }, other: { kopecks: number }): boolean {
  return Math.sign(one.kopecks) === Math.sign(other.kopecks)
}

/** Whether two lines share a number and a side and are close enough in time. */
function isSameDocument(our: Ours, their: Theirs): boolean {
  return sameSide(our, their) && shareNumber(our, their) && distance(our, their) <= maxSameNumberDays
}

/** Whether a common number identifies the same document. */
function shareNumber(our: Ours, their: Theirs): boolean {
  const common = our.numbers.filter((number) => their.numbers.includes(number))
  return common.some((number) => number.length >= minDistinctiveDigits || distance(our, their) <= maxShiftDays)
}

/** Sums of one document with a typing error: the same digits, or between half and double. */
function haveSimilarSums(one: number, other: number): boolean {
  const ratio = Math.abs(one) / Math.abs(other)
  return ratio > 0.5 && ratio < 2
}

const sided = (key: string, kopecks: number) => `${key} ${Math.sign(kopecks)}`
const valueOf = ({ kopecks }: { kopecks: number }) => kopecks

function total(lines: readonly { kopecks: number }[]): number {
  return lines.reduce((sum, { kopecks }) => sum + kopecks, 0)
}

function groupByKeys<Line>(lines: Iterable<Line>, keysOf: (line: Line) => string[]): Map<string, Line[]> {
  const groups = new Map<string, Line[]>()
  for (const line of lines)
    for (const key of keysOf(line)) {
      const group = groups.get(key)
      if (group) group.push(line)
      else groups.set(key, [line])
    }
  return groups
}
