export type Markup = {
  label: string
  make: (selected: string) => string
  /** Where the caret goes: behind the first occurrence of this text in the inserted markup. */
  caret: string
}

/** Markup buttons: what they insert around the selected text. */
export const markups: readonly Markup[] = [
  { label: 'Подзаголовок', make: (selected) => `<h2>${selected}</h2>\n`, caret: '<h2>' },
  { label: 'Абзац', make: (selected) => `<p>${selected}</p>\n`, caret: '<p>' },
  { label: 'Жирный', make: (selected) => `<strong>${selected}</strong>`, caret: '<strong>' },
  { label: 'Список', make: (selected) => `<ul>\n${itemsOf(selected)}</ul>\n`, caret: '<li>' },
  { label: 'Ссылка', make: (selected) => `<a href="">${selected}</a>`, caret: 'href="' },
  { label: 'Таблица', make: tableOf, caret: '<th>' },
]

function itemsOf(selected: string): string {
  return linesOf(selected)
    .map((line) => `  <li>${line}</li>\n`)
    .join('')
}

/** A pasted table: columns separated by tabs, the first row is the header. */
function tableOf(selected: string): string {
  const rows =
    selected.trim() === ''
      ? [
          ['', ''],
          ['', ''],
        ]
      : linesOf(selected).map((line) => line.split('\t'))
  const written = rows.map((cells, index) => {
    const cell = index === 0 ? 'th' : 'td'
    return `  <tr>${cells.map((text) => `<${cell}>${text.trim()}</${cell}>`).join('')}</tr>\n`
  })
  return `<table>\n${written.join('')}</table>\n`
}

function linesOf(selected: string): string[] {
  const lines = selected.split('\n').filter((line) => line.trim() !== '')
  return lines.length === 0 ? [''] : lines
}
