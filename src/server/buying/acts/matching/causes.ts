import { formatKopecks, includedVatKopecks } from '#shared/rules/money.ts'

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

/** The shortest part in which two sums have the same digits in different order: 86915 and 86951 → 15 and 51. */
function transposedDigits(ourKopecks: number, theirKopecks: number): { ours: string; theirs: string } | undefined {
  const [ours, theirs] = [String(ourKopecks), String(theirKopecks)]
  if (ours.length !== theirs.length || ours === theirs) return undefined
  if (Array.from(ours).toSorted().join('') !== Array.from(theirs).toSorted().join('')) return undefined
  const differing = Array.from(ours).flatMap((digit, index) => (digit === theirs[index] ? [] : [index]))
  if (differing.length > 3) return undefined
  return { ours: formatKopecks(ourKopecks), theirs: formatKopecks(theirKopecks) }
}
