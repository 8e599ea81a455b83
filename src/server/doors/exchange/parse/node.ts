/** An element of a record, by local name: CommerceML namespaces are ignored. */
export type XmlNode = { name: string; attributes: Record<string, string>; text: string; children: XmlNode[] }

const noAttributes: Record<string, string> = Object.freeze({})

/** Elements without attributes share one object, which saves memory in large records. */
export function shareEmptyAttributes(attributes: Record<string, string>): Record<string, string> {
  for (const _ in attributes) return attributes
  return noAttributes
}

export function child(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return node?.children.find((each) => each.name === name)
}

export function children(node: XmlNode | undefined, ...names: string[]): XmlNode[] {
  return node?.children.filter((each) => names.includes(each.name)) ?? []
}

/** Elements in a section such as `ЗначенияСвойств`; an export may repeat the section. */
export function childrenInSection(node: XmlNode | undefined, section: string, ...names: string[]): XmlNode[] {
  return children(node, section).flatMap((each) => children(each, ...names))
}

/**
 * Trimmed text of the first child with text; some exports use an attribute of that name instead. '' if there is none.
 */
export function textOf(node: XmlNode | undefined, ...names: string[]): string {
  if (node === undefined) return ''
  for (const name of names) {
    for (const each of node.children) {
      const text = each.name === name ? each.text.trim() : ''
      if (text !== '') return text
    }
    const attribute = node.attributes[name]?.trim()
    if (attribute) return attribute
  }
  return ''
}

/** Text of a child that is an Ид. */
export function codeOf(node: XmlNode | undefined, ...names: string[]): string {
  return toCode(textOf(node, ...names))
}

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** GUIDs are case-insensitive, other codes are not. */
export function toCode(text: string): string {
  const code = text.trim()
  return code.length === 36 && guid.test(code) ? code.toLowerCase() : code
}

export function flagOf(node: XmlNode | undefined, name: string): boolean | undefined {
  return parseFlag(textOf(node, name))
}

/** true, 1, да → true; false, 0, нет → false; otherwise undefined. */
export function parseFlag(text: string | undefined): boolean | undefined {
  const word = text?.trim().toLowerCase() ?? ''
  if (['true', '1', 'да', 'истина'].includes(word)) return true
  if (['false', '0', 'нет', 'ложь'].includes(word)) return false
  return undefined
}

/** Статус="Удален" of 2.x or ПометкаУдаления of 3.x, as attribute or element. */
export function isDeleted(node: XmlNode): boolean {
  return (
    isDeletedStatus(textOf(node, 'Статус')) ||
    flagOf(node, 'ПометкаУдаления') === true ||
    flagOf(node, 'Удален') === true
  )
}

export function isDeletedStatus(status: string | undefined): boolean {
  return /^удал[её]н/.test(status?.trim().toLowerCase() ?? '')
}
