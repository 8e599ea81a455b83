import { expect, test } from 'vitest'
import { brandsOf } from './brands.ts'
import { compareRow, matchTexts, type NamedGood } from './match.ts'
import { rankedBySimilarity } from './rank.ts'

const goods = (over: Partial<NamedGood> & { id: number }): NamedGood => ({
  cardId: over.id,
  articul: '',
  parentArticul: '',
  codes: [],
  barcodes: [],
  header: `Товар ${over.id}`,
  names: [],
  brand: '',
  params: [],
  ...over,
})
const texts = (over: Partial<Parameters<typeof matchTexts>[0]>) => ({
  articul: '',
  code: '',
  barcode: '',
  name: '',
  size: '',
  brand: '',
  origin: 'unknown' as const,
  ...over,
})

test('a code matches in other punctuation, case, alphabet and without zeros; the exact spelling comes first', () => {
  const one = goods({ id: 1, articul: '00АВ-12', barcodes: ['0460700123456'] })
  const other = goods({ id: 2, articul: '00ав12', codes: ['000077'] })
  const among = [one, other]
  const idsOf = (over: Parameters<typeof texts>[0]) =>
    matchTexts(texts(over), among, () => false).goods.map(({ id }) => id)
  expect(idsOf({ articul: '00АВ-12' })).toEqual([1])
  expect(idsOf({ articul: '00ab 12' })).toEqual([1, 2])
  expect(idsOf({ articul: '00AB/12', name: 'Товар 2' })).toEqual([2])
  expect(idsOf({ barcode: '460700123456' })).toEqual([1])
  expect(idsOf({ code: '77', origin: 'supplier' })).toEqual([2])
  expect(idsOf({ code: '77' })).toEqual([])
  expect(idsOf({ name: 'товар 1' })).toEqual([1])
  expect(matchTexts(texts({ articul: 'X', code: '77', name: 'Лопата' }), among, () => false)).toEqual({
    matchedBy: null,
    goods: [],
    doubtful: [other],
    code: '',
  })
})

const { isBrand } = brandsOf({ brandNames: ['Ресанта', 'ЛЭЗ', 'IEK', 'EKF', 'Makita', 'Зубр', 'Matrix', 'Gross'] })
const named = (header: string, brand: string, over: Partial<NamedGood> = {}) => goods({ id: 0, header, brand, ...over })

test.each<[string, NamedGood[]]>([
  [
    'электроды мр-3с 3мм ресанта',
    [named('Электроды МР-3С ⌀ 3,0 мм, кг ЛЭЗ', 'ЛЭЗ'), named('Электроды МР-3С ⌀ 2,5 мм, кг Ресанта', 'Ресанта')],
  ],
  [
    'свёрла по метал. 4мм зубр',
    [
      named('Сверло по металлу 4 × 75 мм HSS-G Matrix', 'Matrix'),
      named('Сверло по бетону 4 × 75 мм, цилиндрический хвостовик Зубр', 'Зубр'),
      named('Сверло по металлу 2,5 × 57 мм HSS-G Зубр', 'Зубр'),
    ],
  ],
  [
    'рулетка 5м х 19 матрикс',
    [named('Рулетка 5 м × 19 мм, автостоп Gross', 'Gross'), named('Рулетка 5 м × 25 мм, автостоп Matrix', 'Matrix')],
  ],
  [
    'изолента синяя иэк 19х20',
    [named('Изолента ПВХ 19 мм × 20 м, Синий IEK', 'IEK'), named('Изолента ПВХ 19 мм × 20 м, Синий EKF', 'EKF')],
  ],
  [
    'автомат 2п 20а иэк',
    [
      named('Выключатель автоматический 2P 20 А B IEK', 'IEK'),
      named('Выключатель автоматический 3P 20 А B IEK', 'IEK'),
    ],
  ],
  [
    'макита ddf485 шуруповерт',
    [named('Дрель-шуруповёрт DDF485Z 18 В', 'Makita'), named('Дрель-шуруповёрт DDF453SYE 18 В', 'Makita')],
  ],
  ['перчатки с утеплен. 2 пары', [named('Перчатки утеплённые', 'Gross'), named('Перчатки рабочие', 'Gross')]],
])('the most likely good for %j comes first', (name, expected) => {
  const among = expected.map((good, index) => ({ ...good, id: index + 1, cardId: index + 1 })).toReversed()
  const ranked = rankedBySimilarity(
    among.map((good) => ({ good, comparison: compareRow({ name }, good, isBrand) })),
    new Set([1, 2, 3]),
  )
  expect(ranked.map(({ good }) => good.id)).toEqual(expected.map((_, index) => index + 1))
})

test.each<[string, NamedGood[]]>([
  [
    'лампа светодиодная 7вт е27 холодная',
    [named('Лампа светодиодная A60 7 Вт E27 6500 К', ''), named('Лампа светодиодная A60 7 Вт E27 2700 К', '')],
  ],
  [
    'лампа светодиодная 7вт е27 теплый свет',
    [named('Лампа светодиодная A60 7 Вт E27 3000К', ''), named('Лампа светодиодная A60 7 Вт E27 4000К', '')],
  ],
  [
    'саморезы кровельные 4,8х35 коричнев.',
    [named('Саморез кровельный 4,8 × 35 мм, RAL 8017', ''), named('Саморез кровельный 4,8 × 35 мм, RAL 3005', '')],
  ],
  ['профлист зеленый', [named('Профлист С8 RAL6005', ''), named('Профлист С8 RAL9003', '')]],
  [
    'диск алмазн. сегмент 125 зубр',
    [
      named('Диск алмазный сегментный 125 × 22,23 мм Matrix', 'Matrix'),
      named('Диск алмазный сплошной 125 × 22,23 мм Зубр', 'Зубр'),
    ],
  ],
  ['кран шаровый бабочка гросс', [named('Кран, бабочка Gross', 'Gross'), named('Кран, бабочка Matrix', 'Matrix')]],
  ['шлифмашина без акб', [named('Шлифмашина, без АКБ', ''), named('Шлифмашина, с АКБ и ЗУ', '')]],
])('numbers identify a good as words do, and kinds outrank brands: %j', (name, expected) => {
  const among = expected.map((good, index) => ({ ...good, id: index + 1, cardId: index + 1 })).toReversed()
  const ranked = rankedBySimilarity(
    among.map((good) => ({ good, comparison: compareRow({ name }, good, isBrand) })),
    new Set([2]),
  )
  expect(ranked.map(({ good }) => good.id)).toEqual(expected.map((_, index) => index + 1))
})

test('of equal goods those in stock come first, but never before the right size', () => {
  const among = [
    named('Костюм «Мастер», серый', ''),
    named('Костюм «Мастер», синий', '', { id: 2, cardId: 2 }),
    named('Костюм «Мастер» 48, синий', '', { id: 3, cardId: 3 }),
  ]
  const ranked = (name: string) =>
    rankedBySimilarity(
      among.map((good) => ({ good, comparison: compareRow({ name }, good, isBrand) })),
      new Set([2]),
    ).map(({ good }) => good.id)
  expect(ranked('костюм мастер')).toEqual([2, 0, 3])
  expect(ranked('костюм мастер 48')[0]).toBe(3)
})

test('a brand transliterated by sound matches, and another brand contradicts', () => {
  const verdict = (name: string, brand: string) =>
    compareRow({ name }, named(`Дрель ударная ${brand}`, brand), isBrand).verdict
  expect(['макита', 'makita', 'Макиту'].map((word) => verdict(`дрель ударная ${word}`, 'Makita'))).toEqual([
    'agrees',
    'agrees',
    'agrees',
  ])
  expect(verdict('дрель ударная иэк', 'IEK')).toBe('agrees')
  expect(verdict('дрель ударная иэк', 'EKF')).toBe('differs')
  expect(verdict('дрель ударная макита', 'Зубр')).toBe('differs')
})
