/** Error replies shared by several steps; the first line is for 1C, the second for people. */
export const missingCredentials = 'Укажите имя пользователя и пароль обмена'
export const noCredentials = `failure\n${missingCredentials}`
export const fileNotReceived = 'failure\nТакой файл не получен'

export function badFileName(name: string | undefined): string {
  return `failure\nИмя файла «${name ?? ''}» не принимается`
}
