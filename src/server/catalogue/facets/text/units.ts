/** Spellings of units of measure; the first one is canonical. */
const spellings: readonly (readonly string[])[] = [
  ['мм', 'mm', 'миллиметр', 'миллиметра', 'миллиметров'],
  ['см', 'cm', 'сантиметр', 'сантиметра', 'сантиметров'],
  ['м', 'm', 'метр', 'метра', 'метров'],
  ['м2', 'm2', 'кв.м', 'кв. м'],
  ['мм2', 'mm2', 'кв.мм', 'кв. мм', 'квадрат', 'квадрата', 'квадратов'],
  ['мкм'],
  ['дюйм', 'дюйма', 'дюймов', '"', '″', '”', "''", '′′'],
  ['в', 'v', 'вольт', 'вольта'],
  ['кв', 'kv', 'киловольт'],
  ['вт', 'w', 'ватт', 'ватта'],
  ['квт', 'kw', 'киловатт'],
  ['а', 'a', 'ампер', 'ампера'],
  ['ма', 'ma', 'миллиампер'],
  ['ка', 'ka', 'килоампер'],
  ['ач', 'ah', 'а·ч', 'a·h', 'а*ч', 'а/ч', 'а.ч', 'ампер-час', 'ампер-часов'],
  ['дж', 'j', 'джоуль', 'джоуля', 'джоулей'],
  ['нм', 'nm', 'н·м', 'n·m', 'н*м'],
  ['гц', 'hz', 'герц'],
  ['л', 'l', 'литр', 'литра', 'литров'],
  ['мл', 'ml', 'миллилитр', 'миллилитров'],
  ['кг', 'kg', 'килограмм', 'килограмма', 'килограммов'],
  ['г', 'g', 'гр', 'грамм', 'грамма', 'граммов'],
  ['т', 't', 'тонн', 'тонна', 'тонны'],
  ['бар', 'bar'],
  ['атм', 'atm'],
  ['к', 'k', 'кельвин'],
  ['°c', '°с', 'градус', 'градуса', 'градусов'],
  ['дб', 'db', 'децибел'],
  ['лм', 'lm', 'люмен'],
  ['шт', 'штук', 'штуки', 'штука'],
]

const units = new Map(
  spellings.flatMap(([unit = '', ...others]) => [unit, ...others].map((spelling) => [spelling, unit] as const)),
)
const escaped = [...units.keys()]
  .toSorted((a, b) => b.length - a.length)
  .map((spelling) => spelling.replaceAll(/[.*/]/g, '\\$&'))
const unitHere = new RegExp(`[ \\u00a0]?(${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'uy')
const wholeUnit = new RegExp(`^(?:${escaped.join('|')})$`, 'u')

/** The unit at an offset of folded text, after at most one space: its canonical spelling and its end. */
export function unitAt(folded: string, at: number): { unit: string; end: number } | undefined {
  unitHere.lastIndex = at
  const found = unitHere.exec(folded)
  const unit = found && units.get(found[1] ?? '')
  return unit === undefined || unit === null ? undefined : { unit, end: unitHere.lastIndex }
}

/** The canonical spelling of a text that is only a unit ('V' → 'в'); otherwise undefined. */
export function unitOf(folded: string): string | undefined {
  return wholeUnit.test(folded) ? units.get(folded) : undefined
}
