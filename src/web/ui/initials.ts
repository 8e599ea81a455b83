/** 'Ольга Викторовна Сёмина' → 'ОВ'. */
export function initialsOf(name: string): string {
  return name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('')
}

/** 'Анна Ковалёва' → 'А. Ковалёва'; one word, a patronymic or a firm stay as they are. */
export function shortName(name: string): string {
  const [first = '', last, ...others] = name.trim().split(/\s+/)
  return last === undefined || others.length > 0 ? name.trim() : `${first.charAt(0)}. ${last}`
}
