/** Masculine first names in -а and -я, which decline like feminine ones. */
const masculineInA = new Set(
  (
    'Никита Илья Фома Кузьма Лука Савва Данила Гаврила Добрыня Фока Мустафа Миша Саша Паша Дима Серёжа Сережа ' +
    'Алёша Лёша Ваня Коля Петя Гоша Юра Витя Костя Женя Слава'
  ).split(' '),
)
/** Masculine first names beside which a surname in -вич is a man's; those of women too are left out. */
const masculineNames = new Set(
  (
    'Александр Алексей Анатолий Андрей Антон Аркадий Арсений Артём Артем Артур Борис Вадим Валентин Валерий Василий ' +
    'Виктор Виталий Владимир Владислав Вячеслав Геннадий Георгий Герман Глеб Григорий Даниил Денис Дмитрий Евгений ' +
    'Егор Иван Игорь Илья Кирилл Константин Лев Леонид Максим Марк Михаил Никита Николай Олег Павел Пётр Петр Роман ' +
    'Руслан Семён Семен Сергей Станислав Степан Тимофей Тимур Фёдор Федор Эдуард Юрий Яков Ярослав'
  ).split(' '),
)
const irregular: Readonly<Record<string, string>> = { Павел: 'Павла', Лев: 'Льва', Пётр: 'Петра', Петр: 'Петра' }

type Gender = 'masculine' | 'feminine'

/**
 * A Russian name in the accusative: 'Павел Громов' → 'Павла Громова', in any order of its parts. Undefined where the
 * gender or the declension is not certain: initials, foreign names, names of departments.
 */
export function accusativeName(name: string): string | undefined {
  const parts = name.trim().split(/\s+/)
  if (parts.length < 2 || parts.length > 3 || !parts.every((part) => /^[А-ЯЁ][а-яё]+(-[А-ЯЁ][а-яё]+)?$/.test(part)))
    return undefined
  const gender = genderOf(parts)
  if (gender === undefined) return undefined
  const declined = parts.map((part) => declinePart(part, gender))
  return declined.some((part) => part === undefined) ? undefined : declined.join(' ')
}

/** By the patronymic, otherwise by a surname that tells. */
function genderOf(parts: readonly string[]): Gender | undefined {
  if (parts.some((part) => /(?:вна|чна|шна)$/.test(part))) return 'feminine'
  // Станкевич may be a woman.
  if (parts.some(isLikePatronymic)) return hasMasculinePatronymic(parts) ? 'masculine' : undefined
  if (parts.some((part) => /(?:ов|ев|ёв|ин|ын|ский|цкий|ской|цкой)$/.test(part))) return 'masculine'
  return parts.some((part) => /(?:ова|ева|ёва|ина|ына|ская|цкая)$/.test(part) && !firstNames.has(part))
    ? 'feminine'
    : undefined
}

function isLikePatronymic(part: string): boolean {
  return /(?:вич|льич|мич|тич)$/.test(part)
}

/** In a name of three parts after the first name of a man, or beside a name that only men have. */
function hasMasculinePatronymic(parts: readonly string[]): boolean {
  if (parts.some((part) => masculineNames.has(part))) return true
  return (
    parts.length === 3 &&
    parts.some((part, index) => isLikePatronymic(part) && isMasculineName(parts[index - 1] ?? 'а'))
  )
}

/** Ends like the first name of a man. */
function isMasculineName(part: string): boolean {
  return !/[ая]$/.test(part) || masculineInA.has(part)
}

/** First names that look like surnames. */
const firstNames = new Set(
  'Ирина Марина Екатерина Полина Галина Нина Арина Алина Карина Ева Кристина Регина'.split(' '),
)

function declinePart(part: string, gender: Gender): string | undefined {
  if (part.includes('-')) return declineDouble(part, gender)
  if (/(?:ых|их|ко|о|е|и|у|ю|э|ы)$/.test(part)) return part
  return gender === 'feminine' ? declineFeminine(part) : declineMasculine(part)
}

function declineDouble(part: string, gender: Gender): string | undefined {
  const declined = part.split('-').map((each) => declinePart(each, gender))
  return declined.some((each) => each === undefined) ? undefined : declined.join('-')
}

function declineFeminine(part: string): string {
  if (part.endsWith('ая')) return `${part.slice(0, -2)}ую`
  if (part.endsWith('яя')) return `${part.slice(0, -2)}юю`
  if (part.endsWith('а')) return `${part.slice(0, -1)}у`
  return part.endsWith('я') ? `${part.slice(0, -1)}ю` : part
}

function declineMasculine(part: string): string | undefined {
  const known = irregular[part]
  if (known !== undefined) return known
  if (/(?:ский|цкий|ой|ый)$/.test(part)) return `${part.slice(0, -2)}ого`
  if (/[ая]$/.test(part)) return masculineInA.has(part) || /[^аеёиоуыэюя]а$/.test(part) ? declineFeminine(part) : part
  // A vowel that may drop out: Кравец, Воробей, Соловей.
  if (/(?:ец|ок|ек|ёк|бей|вей|лей)$/.test(part)) return undefined
  if (/[йь]$/.test(part)) return `${part.slice(0, -1)}я`
  return `${part}а`
}
