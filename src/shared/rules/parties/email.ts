/** Strict enough to catch typing mistakes; only a sent e-mail proves that the mailbox exists. */
export function isEmail(text: string): boolean {
  return text.length <= 200 && /^[^\s@<>,;"]+@[^\s@<>,;".]+(\.[^\s@<>,;".]+)+$/.test(text)
}

export function emailError(text: string): string | undefined {
  if (text === '') return 'Укажите электронную почту'
  return isEmail(text) ? undefined : 'Проверьте адрес почты: имя@домен.ру'
}
