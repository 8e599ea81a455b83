/** Strict enough for typing mistakes; whether the mailbox exists only a letter tells. */
export function isEmail(text: string): boolean {
  return text.length <= 200 && /^[^\s@<>,;"]+@[^\s@<>,;".]+(\.[^\s@<>,;".]+)+$/.test(text)
}

export function emailFault(text: string): string | undefined {
  if (text === '') return 'Укажите электронную почту'
  return isEmail(text) ? undefined : 'Проверьте адрес почты: имя@домен.ру'
}
