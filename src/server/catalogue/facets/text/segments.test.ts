import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, joinedWordsOf } from './normalise.ts'
import { segmentEnd } from './segments.ts'
import { tokensOf } from './tokens.ts'

test('a name is split between words, and never inside a number with its unit or dimensions', () => {
  expect(segmentsOf('Дрель ударная ДУ-10/580ЭР 580 Вт')).toEqual(['Дрель ', 'ударная ', 'ДУ-10/580ЭР ', '580 Вт'])
  expect(segmentsOf('Болт М8 х 30 DIN 933')).toEqual(['Болт ', 'М8 х 30 DIN ', '933'])
  expect(segmentsOf('Кран 1 1/2" серия300 5 кв. мм')).toEqual(['Кран ', '1 1/2" серия300 ', '5 кв. мм'])
})

const piece = fc.constantFrom(
  'дрель',
  'Болт',
  'x',
  'х',
  '*',
  '3',
  '12',
  '1',
  '1/2',
  '1/2"',
  '40/50',
  '2,5',
  '2.5',
  'М8',
  'м8х30',
  '3х2,5',
  '3x',
  'x5',
  'В',
  'кв.',
  'кв',
  'мм',
  'м',
  'Вт',
  'А·ч',
  'ампер-час',
  'серия123',
  'df333х',
  'верх',
  'ДУ-10/580ЭР',
  '(12',
  'В)',
  '№',
  '5№',
  '½',
  'é3x',
  '3x2éабв',
  'м²',
  '12V',
  '°C',
  '12°',
  '/',
  '-',
  '.',
  ',',
  '″',
  'ё',
  'Ёлка1',
  'абв3х',
  '0,05',
  '\t',
  'дх',
)
const name = fc
  .array(fc.tuple(piece, fc.constantFrom(' ', ' ', ' ', '  ', '', '\u00a0')))
  .map((pieces) => pieces.flat().join(''))

test('the segments together have the same words as the whole name', () => {
  fc.assert(
    fc.property(name, (text) => {
      const folded = fold(text)
      const segments = segmentsOf(folded)
      expect(segments.join('')).toBe(folded)
      expect(segments.flatMap((segment) => tokensOf(segment).map(bare))).toEqual(tokensOf(folded).map(bare))
      expect(segments.flatMap(joinedWordsOf)).toEqual(joinedWordsOf(folded))
    }),
    { numRuns: 3000 },
  )
})

function segmentsOf(text: string): string[] {
  const segments: string[] = []
  for (let at = 0; at < text.length; at = segmentEnd(text, at)) segments.push(text.slice(at, segmentEnd(text, at)))
  return segments
}

/** Without its position. */
function bare({ text, isNumber, unit, whole }: ReturnType<typeof tokensOf>[number]) {
  return { text, isNumber, unit, whole }
}
