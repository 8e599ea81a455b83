import type { Random } from '../random.ts'
import type { Combination } from './combinations.ts'

/** Replaces placeholders such as `{Диаметр}` by parameters; a name in lower case gives the value in lower case. */
export function fillText(template: string, values: ReadonlyMap<string, string>): string {
  const byName = new Map([...values].map(([name, value]) => [withoutUnit(name), value]))
  return template.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const exact = byName.get(name)
    if (exact !== undefined) return formatValue(exact)
    const lowered = byName.get(name.charAt(0).toUpperCase() + name.slice(1))
    if (lowered === undefined) throw new Error(`No value for {${name}} in '${template}'`)
    return formatValue(lowered.charAt(0).toLowerCase() + lowered.slice(1))
  })
}

/** `{1}` is the code of the first axis, `{1b}` its second part without the point, `#` a digit. */
export function fillArticle(pattern: string, codes: Combination['codes'], random: Random): string {
  return pattern
    .replaceAll(/\{(\d)([a-c]?)\}/g, (_, axis: string, part: string) => {
      const entry = codes[Number(axis) - 1]
      const code = part === '' ? entry?.code : entry?.parts['abc'.indexOf(part)]?.replace('.', '')
      if (code === undefined) throw new Error(`No code {${axis}${part}} for the article '${pattern}'`)
      return code
    })
    .replaceAll('#', () => String(random.integer(0, 9)))
}

export function isNumeric(value: string): boolean {
  return /^\d+(\.\d+)?$/.test(value)
}

function withoutUnit(name: string): string {
  return name.split(', ')[0] ?? name
}

function formatValue(value: string): string {
  return isNumeric(value) ? value.replace('.', ',') : value
}
