import { BrokenFile } from './broken-file.ts'
import type { GroupItem, RejectItem } from './items.ts'
import { parseFlag, isDeletedStatus, toCode } from './node.ts'

const maxDescriptionLength = 100_000
const maxCodeLength = 200
const maxNameLength = 1000
/** Size limit for groups that wait for an enclosing group to close; beyond it they are emitted with what is known. */
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
  /** Closed groups inside this one; its own fields may still follow them. */
  waiting: OpenGroup[]
}

/**
 * Reads Группа/Группы at any depth, parents before children, whatever the order of elements; keeps a bounded part of
 * the tree.
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
      description: truncate(attributes['Описание']?.trim(), maxDescriptionLength),
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

  /** Emits a group once, after its ancestors. */
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

  /** Emits open groups from the top down, as far as their Ид is known. */
  #sendOpen(group: OpenGroup | undefined): void {
    if (group === undefined || group.sent) return
    this.#sendOpen(group.parent)
    if (group.code !== '' && group.name !== '' && group.parent?.sent !== false) this.#send(group)
  }
}

function note(group: OpenGroup, name: string, text: string): void {
  if (name === 'Ид') group.code ||= readCode(text)
  else if (name === 'Наименование') group.name ||= readName(text)
  else if (name === 'Описание') group.description ||= truncate(text, maxDescriptionLength)
  else if (name === 'ПометкаУдаления') group.deleted ||= parseFlag(text) === true
  else if (name === 'Статус') group.deleted ||= isDeletedStatus(text)
  else if (name === 'ИдРодителя' || name === 'Родитель') group.parentCode ||= readCode(text)
}

/** Keeps one extra character, so that `toItem` detects excess length. */
function readCode(text = ''): string {
  return truncate(toCode(text), maxCodeLength + 1)
}

function readName(text = ''): string {
  return truncate(text.trim(), maxNameLength + 1)
}

/** Copies a truncated string: a slice would keep the whole text in memory. */
function truncate<Text extends string | undefined>(text: Text, maxLength: number): Text | string {
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
