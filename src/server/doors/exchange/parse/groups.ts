import { BrokenFile } from './broken-file.ts'
import type { GroupItem, RejectItem } from './items.ts'
import { parseFlag, isDeletedStatus, toCode } from './node.ts'

const longestDescription = 100_000
const maxCodeLength = 200
const maxNameLength = 1000
/**
 * Text of groups that may wait for the end of a group above them; beyond it they are emitted with what is known by
 * then.
 */
const maxWaitingCharacters = 8_000_000

type OpenGroup = {
  depth: number
  parent: OpenGroup | undefined
  code: string
  name: string
  parentCode: string
  description: string | undefined
  deleted: boolean
  sent: boolean
  /** Groups below, already closed: any part of this one may still follow them. */
  waiting: OpenGroup[]
}

/**
 * Группа/Группы to any depth, parents before children, whatever the order of their elements; a bounded part of the tree
 * is held.
 */
export class GroupReader {
  readonly #emit: (item: GroupItem | RejectItem) => void
  #current: OpenGroup | undefined
  #depth = 0
  #onlyChanges = false
  #waitingCharacters = 0

  constructor(emit: (item: GroupItem | RejectItem) => void) {
    this.#emit = emit
  }

  open(name: string, attributes: Record<string, string>, onlyChanges: boolean): void {
    this.#onlyChanges = onlyChanges
    this.#depth += 1
    if (name !== 'Группа') return
    if (this.#waitingCharacters > maxWaitingCharacters) this.#sendOpen(this.#current)
    if (this.#waitingCharacters > 2 * maxWaitingCharacters)
      throw new BrokenFile('Дерево групп слишком велико: у верхней группы нет Ид или наименования')
    this.#current = {
      depth: this.#depth,
      parent: this.#current,
      code: readCode(attributes['Ид']),
      name: readName(attributes['Наименование']),
      parentCode: '',
      description: cut(attributes['Описание']?.trim(), longestDescription),
      deleted: isDeletedStatus(attributes['Статус']),
      sent: false,
      waiting: [],
    }
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
      this.#waitingCharacters += sizeOf(group)
      return
    }
    group.sent = true
    this.#emit(toItem(group, this.#onlyChanges))
    for (const below of group.waiting) {
      this.#waitingCharacters -= sizeOf(below)
      this.#send(below)
    }
    group.waiting = []
  }

  /** Emits the groups that are still open, from the top down, as far as they have said who they are. */
  #sendOpen(group: OpenGroup | undefined): void {
    if (group === undefined || group.sent) return
    this.#sendOpen(group.parent)
    if (group.code !== '' && group.name !== '' && group.parent?.sent !== false) this.#send(group)
  }
}

function note(group: OpenGroup, name: string, text: string): void {
  if (name === 'Ид') group.code ||= readCode(text)
  else if (name === 'Наименование') group.name ||= readName(text)
  else if (name === 'Описание') group.description ||= cut(text, longestDescription)
  else if (name === 'ПометкаУдаления') group.deleted ||= parseFlag(text) === true
  else if (name === 'Статус') group.deleted ||= isDeletedStatus(text)
  else if (name === 'ИдРодителя' || name === 'Родитель') group.parentCode ||= readCode(text)
}

/** One character more than is allowed is kept, by which `toItem` sees that it is too long. */
function readCode(text = ''): string {
  return cut(toCode(text), maxCodeLength + 1)
}

function readName(text = ''): string {
  return cut(text.trim(), maxNameLength + 1)
}

/** A copy where anything is cut off: a slice would hold the whole text. */
function cut<Text extends string | undefined>(text: Text, maxLength: number): Text | string {
  return text !== undefined && text.length > maxLength ? Buffer.from(text.slice(0, maxLength)).toString() : text
}

function sizeOf({ code, name, parentCode, description = '' }: OpenGroup): number {
  return 500 + code.length + name.length + parentCode.length + description.length
}

function toItem(
  { code, name, parent, parentCode, description, deleted }: OpenGroup,
  onlyChanges: boolean,
): GroupItem | RejectItem {
  const reject = (reason: string): RejectItem => ({ kind: 'reject', of: 'group', code, name, reason })
  const above = parentCode || parent?.code || ''
  if (code === '') return reject('У группы нет Ид')
  if (code.length > maxCodeLength) return reject(`Ид группы длиннее ${maxCodeLength} знаков`)
  if (above.length > maxCodeLength) return reject(`Ид вышестоящей группы длиннее ${maxCodeLength} знаков`)
  if (name === '' && !deleted) return reject('У группы нет наименования')
  if (name.length > maxNameLength) return reject(`Наименование группы длиннее ${maxNameLength} знаков`)
  return { kind: 'group', code, name, parentCode: above === '' ? undefined : above, description, deleted, onlyChanges }
}
