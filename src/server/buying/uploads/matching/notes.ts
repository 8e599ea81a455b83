import { hasOtherOfGroup, isOtherMark } from './compare-names.ts'
import { isOtherSize, type Named } from './match.ts'
import { isSameMeasure, measureKind } from './measures.ts'
import { countingUnits, wordsOf, type Word } from './words.ts'

/** 'нарезать по 2 м', 'не тяжелее 5 кг': such numbers say nothing of which good is meant. */
const boundBefore =
  /(?<!\p{L})(?:по|до|от|через|за|к|ко|около|примерно|более|менее|\p{L}{3,}ее)\s*\d[\d.,]*\s*\p{L}*/giu
const calledSize =
  /(?<!\p{L})(?:размер|разм|р-р|р|рост)[.:]?\s*(\d{2,3}(?:[-/]\d{2,3})?|\d?x{0,4}[sml])(?![\p{L}\d])|(?<!\d)(\d{2,3})\s*(?:размера?|разм)(?!\p{L})/iu

/**
 * The first note beside a row that speaks of another good: another measure of the same kind ('только 600 г!' beside a
 * hammer of 400 g), colour, side, size or mark ('M10' for 'M8'). A measure of what the good is sold by is a quantity.
 */
export function contradictingNote(notes: readonly string[], good: Named, unit: string): string | undefined {
  const written = notes.filter((note) => note.trim() !== '')
  // Most rows have no notes, and reading a good's names takes longer than all else about a row.
  if (written.length === 0) return undefined
  const own = [good.header, ...good.names, ...good.params].flatMap(wordsOf)
  return written.find((note) => {
    const said = wordsOf(note.replace(boundBefore, ' ')).filter(({ isNegated }) => !isNegated)
    const [, before, behind] = calledSize.exec(note) ?? []
    const size = before ?? behind ?? ''
    return (
      isOtherSize({ size }, good) ||
      hasOtherMeasure(said, own, unit) ||
      hasOtherMark(said, own) ||
      hasOtherOfGroup(said, own)
    )
  })
}

/** Whether no number with a unit in a note is one of the good's, though the good has such measures. */
function hasOtherMeasure(said: readonly Word[], own: readonly Word[], unit: string): boolean {
  const [sold] = wordsOf(`1 ${unit}`)
  const measures = said.filter((word) => isMeasure(word) && measureKind(word.unit) !== measureKind(sold?.unit ?? ''))
  return measures.some((one) => {
    const kind = measureKind(one.unit)
    const others = own.filter((word) => isMeasure(word) && measureKind(word.unit) === kind)
    const isOwn = own.some((word) => word.text === one.text || (word.isNumber && isSameMeasure(one, word)))
    return others.length > 0 && !isOwn
  })
}

function isMeasure({ isNumber, unit }: Word): boolean {
  return isNumber && unit !== '' && !countingUnits.test(unit)
}

function hasOtherMark(said: readonly Word[], own: readonly Word[]): boolean {
  return said.some(
    ({ text }) => own.some((word) => isOtherMark(text, word.text)) && !own.some((word) => word.text === text),
  )
}
