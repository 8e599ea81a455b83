/** One element of a record, with the local name only: namespaces of CommerceML are ignored. */
export type XmlNode = { name: string; attributes: Record<string, string>; text: string; children: XmlNode[] }

export function child(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return node?.children.find((each) => each.name === name)
}

export function children(node: XmlNode | undefined, ...names: string[]): XmlNode[] {
  return node?.children.filter((each) => names.includes(each.name)) ?? []
}

/** Trimmed text of a child; '' when there is none. */
export function textOf(node: XmlNode | undefined, ...names: string[]): string {
  for (const name of names) {
    const text = child(node, name)?.text.trim()
    if (text !== undefined && text !== '') return text
  }
  return ''
}

export function flagOf(node: XmlNode | undefined, name: string): boolean | undefined {
  return parseFlag(textOf(node, name))
}

/** true, 1, да → true; false, 0, нет → false; anything else is not said. */
export function parseFlag(text: string | undefined): boolean | undefined {
  const word = text?.trim().toLowerCase() ?? ''
  if (['true', '1', 'да', 'истина'].includes(word)) return true
  if (['false', '0', 'нет', 'ложь'].includes(word)) return false
  return undefined
}

/** Статус="Удален" of 2.x or ПометкаУдаления of 3.x. */
export function isDeleted(node: XmlNode): boolean {
  const status = (node.attributes['Статус'] ?? '').trim().toLowerCase().replace('ё', 'е')
  return status === 'удален' || flagOf(node, 'ПометкаУдаления') === true
}
