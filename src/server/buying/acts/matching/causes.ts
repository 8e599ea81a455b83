import { formatExactKopecks, includedVatKopecks } from '#shared/rules/money.ts'

const vatRates = [22, 20, 10] as const

/** Likely cause of two different sums of one document; '' if unknown. Kopecks, both above 0. */
export function causeOfSums(ourKopecks: number, theirKopecks: number): string {
  const transposed = transposedDigits(ourKopecks, theirKopecks)
  if (transposed) return `переставлены цифры: ${transposed.ours} и ${transposed.theirs}`
  if (ourKopecks === theirKopecks * 10 || ourKopecks * 10 === theirKopecks) return 'сумма больше или меньше в 10 раз'
  const rate = vatRates.find(
    (percent) =>
      ourKopecks - includedVatKopecks(ourKopecks, percent) === theirKopecks ||
      theirKopecks - includedVatKopecks(theirKopecks, percent) === ourKopecks,
  )
  if (rate !== undefined) return `разница равна НДС ${rate} %`
  if (Math.floor(ourKopecks / 100) === Math.floor(theirKopecks / 100)) return 'разница в копейках'
  return ''
}

/** Figures of two sums with the same digits in different order: 86 915,40 and 86 951,40 → 915 and 951. */
function transposedDigits(ourKopecks: number, theirKopecks: number): { ours: string; theirs: string } | undefined {
  const [ours, theirs] = [formatExactKopecks(ourKopecks), formatExactKopecks(theirKopecks)]
  if (ours.length !== theirs.length || ours === theirs) return undefined
  if (Array.from(ours).toSorted().join('') !== Array.from(theirs).toSorted().join('')) return undefined
  const differing = Array.from(ours).flatMap((digit, index) => (digit === theirs[index] ? [] : [index]))
  const [first = 0, last = first] = [differing[0], differing.at(-1)]
  if (differing.length > 3) return undefined
  return { ours: groupsAround(ours, first, last), theirs: groupsAround(theirs, first, last) }
}

/** Whole groups of figures from one place of a sum to another. */
function groupsAround(sum: string, from: number, to: number): string {
  const start = sum.slice(0, from).search(/\d*$/)
  const length = sum.slice(to).search(/\D|$/)
  return sum.slice(start, to + length)
}
