type Kind = 'ones' | 'tens' | 'hundreds' | 'whole' | 'multiplier'

/** Numbers in words, in all grammatical cases, ё as е. A multiplier may be alone, too: 'десяток', 'тысяча'. */
const table: readonly (readonly [word: string, value: number, kind: Kind])[] = [
  ['од(?:ин|на|но|ну|ной|ного)', 1, 'ones'],
  ['дв(?:а|е|ух|ое)', 2, 'ones'],
  ['тр(?:и|ех|ое)', 3, 'ones'],
  ['четыре(?:х)?|четверо', 4, 'ones'],
  ['пят(?:ь|и|еро)', 5, 'ones'],
  ['шест(?:ь|и|еро)', 6, 'ones'],
  ['сем(?:ь|и|еро)', 7, 'ones'],
  ['восемь|восьми', 8, 'ones'],
  ['девят(?:ь|и)', 9, 'ones'],
  ['десят(?:ь|и)', 10, 'whole'],
  ['одиннадцат[ьи]', 11, 'whole'],
  ['двенадцат[ьи]', 12, 'whole'],
  ['тринадцат[ьи]', 13, 'whole'],
  ['четырнадцат[ьи]', 14, 'whole'],
  ['пятнадцат[ьи]', 15, 'whole'],
  ['шестнадцат[ьи]', 16, 'whole'],
  ['семнадцат[ьи]', 17, 'whole'],
  ['восемнадцат[ьи]', 18, 'whole'],
  ['девятнадцат[ьи]', 19, 'whole'],
  ['двадцат[ьи]', 20, 'tens'],
  ['тридцат[ьи]', 30, 'tens'],
  ['сорока?', 40, 'tens'],
  ['пятьдесят|пятидесяти', 50, 'tens'],
  ['шестьдесят|шестидесяти', 60, 'tens'],
  ['семьдесят|семидесяти', 70, 'tens'],
  ['восемьдесят|восьмидесяти', 80, 'tens'],
  ['девяност[оа]', 90, 'tens'],
  ['ст[оа]', 100, 'hundreds'],
  ['двести|двухсот', 200, 'hundreds'],
  ['триста|трехсот', 300, 'hundreds'],
  ['четыреста', 400, 'hundreds'],
  ['пятьсот|пятисот', 500, 'hundreds'],
  ['шестьсот', 600, 'hundreds'],
  ['семьсот', 700, 'hundreds'],
  ['восемьсот', 800, 'hundreds'],
  ['девятьсот', 900, 'hundreds'],
  ['пар(?:а|у|ы|е|очк[аиу])', 2, 'whole'],
  ['двойк[ауи]', 2, 'whole'],
  ['тройк[ауи]', 3, 'whole'],
  ['пят(?:ок|ка|ерк[ауи])', 5, 'whole'],
  ['полтор[аы]', 1.5, 'whole'],
  ['полдюжины', 6, 'whole'],
  ['полу?сотни', 50, 'whole'],
  ['полтысячи', 500, 'whole'],
  ['десят(?:ок|ка|ки|ков|очек|очка)', 10, 'multiplier'],
  ['дюжин[ауы]?', 12, 'multiplier'],
  ['сот(?:ня|ню|ни|ен)', 100, 'multiplier'],
  ['тысяч[ауи]?', 1000, 'multiplier'],
]

const words = table.map(([word, value, kind]) => ({ pattern: new RegExp(`^(?:${word})$`), value, kind }))
const word = `(?:${table.map(([each]) => each.replaceAll('е', '[её]')).join('|')})`

/** Source of a pattern of numbers in words, one or several: 'двадцать пять', 'пять-шесть'. */
export const numeralPattern = String.raw`(?<!\p{L})${word}(?:(?:\s+|\s?[-–—]\s?)${word})*(?!\p{L})`

/**
 * Source of a pattern of words that make the following number an estimate or a limit. 'до' and 'от' do so only before
 * digits: 'до двух' is a time.
 */
export const estimatePattern =
  String.raw`(?:[~≈±<>≥≤]\s*|(?<!\p{L})(?:около|примерно|приблизительно|прибл\.|порядка|где-?\s?то|` +
  String.raw`ориентировочно|ориентир\.|ок\.|наверн(?:ое|о)|хотя\s+бы|с(?=\s+(?:десят|дюжин|сотн))|минимум|` +
  String.raw`максимум|не\s+(?:менее|более|меньше|больше)|более|больше|свыше|менее|меньше|(?:до|от)(?=\s*\d))\s*)`

/** The same after a number: '10 примерно'. */
export const estimateAfterPattern =
  String.raw`(?<!\p{L})(?:примерно|приблизительно|где-?\s?то|ориентировочно|наверн(?:ое|о)|плюс[\s-]?минус|` +
  String.raw`с\s+(?:небольшим|запасом|лишним)|минимум|максимум|не\s+(?:менее|более|меньше|больше)|` +
  String.raw`(?:или|и|либо)\s+(?:более|больше|менее|меньше|около)|или\s+около\s+того)(?!\p{L})`

/**
 * The number in words at the beginning of a text: 'двадцать пять' is 25, 'пара десятков' 20; of several the first,
 * 'пять-шесть' is 5. Undefined if there is none.
 */
export function numeralIn(text: string): number | undefined {
  if (/^[^а-яё]*\d/i.test(text)) return undefined
  const parts = text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[^а-я]+/)
    .filter(Boolean)
  let sum: number | undefined
  let last: { value: number; kind: Kind } | undefined
  for (const part of parts) {
    const found = words.find(({ pattern }) => pattern.test(part))
    if (!found) break
    if (found.kind === 'multiplier' && sum !== undefined && last?.kind !== 'multiplier') sum *= found.value
    else if (last === undefined || mayFollow(last, found)) sum = (sum ?? 0) + found.value
    else break
    last = found
  }
  return sum
}

/** Whether a word may follow as part of the same number: 'сто двадцать', 'двадцать пять', 'сто пятнадцать'. */
function mayFollow(previous: { kind: Kind; value: number }, { kind, value }: { kind: Kind; value: number }): boolean {
  if (kind === 'multiplier') return false
  if (previous.kind === 'multiplier') return previous.value === 1000 && value < 1000
  if (previous.kind === 'hundreds') return value < 100
  return previous.kind === 'tens' && kind === 'ones'
}
