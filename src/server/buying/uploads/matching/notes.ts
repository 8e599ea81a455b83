import { hasOtherOfGroup, isOtherMark } from './compare-names.ts'
import { isOtherSize, type NamedGood } from './match.ts'
import { isSameMeasure, measureKind } from './measures.ts'
import { countingUnits, wordsOf, type Word } from './words.ts'

/** 'нарезать по 2 м', 'не тяжелее 5 кг': limits, which do not identify a good. */
const limitPhrase =
  /(?<!\p{L})(?:по|до|от|через|за|к|ко|около|примерно|более|менее|\p{L}{3,}ее)\s*\d[\d.,]*\s*\p{L}*/giu
const sizePhrase = new RegExp(
  String.raw`(?<!\p{L})(?:размер|разм|р-р|р|рост)[.:]?\s*(\d{2,3}(?:[-/]\d{2,3})?|\d?x{0,4}[sml])(?![\p{L}\d])|` +
    String.raw`(?<!\d)(\d{2,3})\s*(?:размера?|разм)(?!\p{L})`,
  'iu',
)

/**
 * The first note that contradicts the good: another measure of the same kind ('только 600 г!' for a hammer of 400 g),
 * colour, side, size or mark ('M10' for 'M8'). A measure in the unit of sale is a quantity.
 */
export function contradictingNote(notes: readonly string[], good: NamedGood, unit: string): string | undefined {
  const writtenNotes = notes.filter((note) => note.trim() !== '')
  // Most rows have no notes, and splitting the names of the good is the slowest step of a row.
  if (writtenNotes.length === 0) return undefined
  const goodWords = [good.header, ...good.names, ...good.params].flatMap(wordsOf)
  return writtenNotes.find((note) => {
    const noteWords = wordsOf(note.replace(limitPhrase, ' ')).filter(({ isNegated }) => !isNegated)
    const [, sizeAfterLabel, sizeBeforeLabel] = sizePhrase.exec(note) ?? []
    const size = sizeAfterLabel ?? sizeBeforeLabel ?? ''
    return (
      isOtherSize({ size }, good) ||
      hasOtherMeasure(noteWords, goodWords, unit) ||
      hasOtherMark(noteWords, goodWords) ||
      hasOtherOfGroup(noteWords, goodWords)
    )
  })
}

/** Whether a note contains a measure that the good has with another value. */
function hasOtherMeasure(noteWords: readonly Word[], goodWords: readonly Word[], unit: string): boolean {
  const [sold] = wordsOf(`1 ${unit}`)
  const measures = noteWords.filter(
    (word) => isMeasure(word) && measureKind(word.unit) !== measureKind(sold?.unit ?? ''),
  )
  return measures.some((one) => {
    const kind = measureKind(one.unit)
    const others = goodWords.filter((word) => isMeasure(word) && measureKind(word.unit) === kind)
    const isOwn = goodWords.some((word) => word.text === one.text || (word.isNumber && isSameMeasure(one, word)))
    return others.length > 0 && !isOwn
  })
}

function isMeasure({ isNumber, unit }: Word): boolean {
  return isNumber && unit !== '' && !countingUnits.test(unit)
}

function hasOtherMark(noteWords: readonly Word[], goodWords: readonly Word[]): boolean {
  return noteWords.some(
    ({ text }) =>
      goodWords.some((word) => isOtherMark(text, word.text)) && !goodWords.some((word) => word.text === text),
  )
}
