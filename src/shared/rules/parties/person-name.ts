/** A person's name as one line and as parts. */
export type PersonName = { surname: string; name: string; patronymic: string }

/**
 * 'Петров Степан Андреевич' → its parts; everything after the first name is the patronymic: 'Мамедов Али Гасан оглы'.
 */
export function splitPersonName(text: string): PersonName {
  const [surname = '', name = '', ...patronymic] = text.trim().split(/\s+/)
  return { surname, name, patronymic: patronymic.join(' ') }
}

export function joinPersonName({ surname, name, patronymic }: PersonName): string {
  return [surname, name, patronymic].filter((part) => part !== '').join(' ')
}
