import type { Random } from '#server/doors/demo/random.ts'

/** Brands as buyers write them in the other alphabet. */
export const brandSpellings: Readonly<Record<string, readonly string[]>> = {
  Makita: ['макита'],
  Bosch: ['бош'],
  DeWALT: ['деволт', 'девольт', 'девалт'],
  Metabo: ['метабо'],
  HiKOKI: ['хикоки'],
  Felisatti: ['фелисатти', 'фелисати'],
  Stanley: ['стэнли', 'стенли'],
  Knipex: ['книпекс', 'кнайпекс'],
  Gross: ['гросс'],
  Matrix: ['матрикс'],
  Kraftool: ['крафтул'],
  Stayer: ['стайер'],
  Fischer: ['фишер'],
  'Schneider Electric': ['шнайдер', 'шнейдер электрик'],
  Legrand: ['легранд'],
  ABB: ['абб'],
  IEK: ['иэк'],
  EKF: ['экф'],
  Wago: ['ваго'],
  Werkel: ['веркель'],
  Gauss: ['гаусс', 'гаус'],
  Navigator: ['навигатор'],
  Feron: ['ферон'],
  Grohe: ['грое'],
  Hansgrohe: ['хансгрое'],
  Lemark: ['лемарк'],
  Cersanit: ['церсанит'],
  Grundfos: ['грундфос'],
  Wilo: ['вило'],
  Valtec: ['валтек'],
  Rehau: ['рехау'],
  Rifar: ['рифар'],
  Ansell: ['анселл', 'ансел'],
  Зубр: ['zubr'],
  Интерскол: ['interskol'],
  Вихрь: ['vihr', 'vikhr'],
  Ресанта: ['resanta'],
  Энкор: ['enkor'],
  Кедр: ['kedr'],
  Сибртех: ['sibrteh', 'sibrtech'],
  ЭРА: ['era'],
  РОСОМЗ: ['rosomz'],
  Исток: ['istok'],
  Факел: ['fakel'],
  Аквафор: ['akvafor'],
  Гейзер: ['geyzer', 'geizer'],
  Бетар: ['betar'],
  Джилекс: ['dzhileks'],
}

/** Spellings of a parameter's unit after its number. */
export const unitSpellings: Readonly<Record<string, readonly string[]>> = {
  В: ['в', ' в', 'v', 'В', ' V', ' вольт'],
  Вт: ['вт', ' вт', 'w', ' ватт', 'Вт'],
  мм: ['мм', ' мм', 'mm', ''],
  м: ['м', ' м', ' метров', 'm'],
  А: ['а', ' а', 'A', ' ампер'],
  'мм²': ['мм2', ' мм²', ' мм2', ''],
  А·ч: ['ач', ' ач', ' а·ч', 'ah'],
  кг: ['кг', ' кг', ' килограмм'],
  г: ['г', ' г', ' грамм'],
  л: ['л', ' л', ' литров'],
  см: ['см', ' см', 'cm'],
  Дж: ['дж', ' дж', ' джоулей'],
  мА: ['ма', ' мА'],
  дБ: ['дб', ' дБ'],
  К: ['к', ' К', 'k'],
}

const russianKeys = 'йцукенгшщзхъфывапролджэячсмитьбюё'
const latinKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"

/** The same keys in the other keyboard layout. */
export function inOtherLayout(text: string): string {
  const lower = text.toLowerCase()
  const [from, to] = /[а-яё]/.test(lower) ? [russianKeys, latinKeys] : [latinKeys, russianKeys]
  return Array.from(lower, (letter) => to[from.indexOf(letter)] ?? letter).join('')
}

/** A typo in a word: a letter dropped, doubled, swapped with the next, or replaced. */
export function withTypo(word: string, random: Random): string {
  const at = random.integer(0, word.length - 2)
  const [before, letter, next, after] = [word.slice(0, at), word[at] ?? '', word[at + 1] ?? '', word.slice(at + 2)]
  const other = random.pick(
    Array.from(/[a-z]/i.test(letter) ? 'aeiorstn' : 'аеиорстн').filter((each) => each !== letter.toLowerCase()),
  )
  return random.pick([
    `${before}${next}${after}`,
    `${before}${letter}${letter}${next}${after}`,
    `${before}${next}${letter}${after}`,
    `${before}${other}${next}${after}`,
  ])
}
