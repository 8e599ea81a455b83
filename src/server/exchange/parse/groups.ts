import type { GroupItem, RejectItem } from './items.ts'
import { parseFlag, saysDeleted, toCode } from './node.ts'

type OpenGroup = {
  depth: number
  parent: OpenGroup | undefined
  code: string
  name: string
  parentCode: string
  deleted: boolean
  sent: boolean
  /** Groups below that were read before this one had said its Ид and name. */
  waiting: OpenGroup[]
}

/** Группа/Группы to any depth, parents before children, without holding the tree. */
export class GroupReader {
  readonly #emit: (item: GroupItem | RejectItem) => void
  #current: OpenGroup | undefined
  #depth = 0
  #onlyChanges = false

  constructor(emit: (item: GroupItem | RejectItem) => void) {
    this.#emit = emit
  }

  open(name: string, attributes: Record<string, string>, onlyChanges: boolean): void {
    this.#onlyChanges = onlyChanges
    this.#depth += 1
    const parent = this.#current
    if (name === 'Группы' && parent !== undefined && parent.code !== '' && parent.name !== '') this.#send(parent)
    if (name !== 'Группа') return
    const code = toCode(attributes['Ид'] ?? '')
    const itsName = attributes['Наименование']?.trim() ?? ''
    this.#current = { depth: this.#depth, parent, code, name: itsName, parentCode: '', deleted: saysDeleted(attributes['Статус']), sent: false, waiting: [] }
  }

  close(name: string, text: string): void {
    const group = this.#current
    if (group !== undefined && this.#depth === group.depth + 1) note(group, name, text.trim())
    if (group !== undefined && this.#depth === group.depth) {
      this.#current = group.parent
      this.#send(group)
    }
    this.#depth -= 1
  }

  /** Emits a group once, after every group above it. */
  #send(group: OpenGroup): void {
    if (group.sent) return
    if (group.parent !== undefined && !group.parent.sent) {
      group.parent.waiting.push(group)
      return
    }
    group.sent = true
    this.#emit(toItem(group, this.#onlyChanges))
    group.waiting.forEach((each) => this.#send(each))
  }
}

function note(group: OpenGroup, name: string, text: string): void {
  if (name === 'Ид') group.code ||= toCode(text)
  else if (name === 'Наименование') group.name ||= text
  else if (name === 'ПометкаУдаления') group.deleted ||= parseFlag(text) === true
  else if (name === 'Статус') group.deleted ||= saysDeleted(text)
  else if (name === 'ИдРодителя' || name === 'Родитель') group.parentCode ||= toCode(text)
}

function toItem({ code, name, parent, parentCode, deleted }: OpenGroup, onlyChanges: boolean): GroupItem | RejectItem {
  if (code === '') return { kind: 'reject', of: 'group', code, name, reason: 'У группы нет Ид' }
  if (code.length > 200) return { kind: 'reject', of: 'group', code, name, reason: 'Ид группы длиннее 200 знаков' }
  if (name === '' && !deleted) return { kind: 'reject', of: 'group', code, name, reason: 'У группы нет наименования' }
  const above = parentCode || parent?.code || ''
  return { kind: 'group', code, name, parentCode: above === '' ? undefined : above, deleted, onlyChanges }
}
