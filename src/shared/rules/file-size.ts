const bytesPerMegabyte = 1024 * 1024

/** 'Картинка больше 20 МБ', for a limit in bytes. */
export function tooLargeMessage(maxBytes: number, fileKind = 'Файл'): string {
  return `${fileKind} больше ${Math.floor(maxBytes / bytesPerMegabyte)} МБ`
}

/** Rows of a table that are read. */
export const maxTableRows = 20_000
