import { expect, test } from 'vitest'
import type { ChatMessage } from '#shared/api/talk/chat.ts'
import { mergeEarlier, mergeLast } from './merge-messages.ts'

const message = (id: number, read = false): ChatMessage => ({
  id,
  from_whom: 'user',
  author: '',
  message: '',
  date: '',
  note: false,
  read,
  files: [],
  orders: [],
  goods: [],
  claims: [],
  invoices: [],
})
const talk = (ids: number[], more = false) => ({ messages: ids.map((id) => message(id)), more })
const idsOf = ({ messages, more }: { messages: ChatMessage[]; more: boolean }) => [messages.map(({ id }) => id), more]

test('earlier messages stay when the last page changes, and are merged above it without gaps or duplicates', () => {
  const loaded = mergeEarlier(talk([4, 5, 6], true), talk([2, 3, 4], true))
  expect(idsOf(loaded)).toEqual([[2, 3, 4, 5, 6], true])
  expect(idsOf(mergeLast(loaded, talk([5, 6, 7], true)))).toEqual([[2, 3, 4, 5, 6, 7], true])
  expect(idsOf(mergeLast(talk([1, 2]), talk([1, 2, 3])))).toEqual([[1, 2, 3], false])
  // After a long absence the cached messages are dropped.
  expect(idsOf(mergeLast(loaded, talk([60, 61], true)))).toEqual([[60, 61], true])
  expect(idsOf(mergeLast(undefined, talk([1])))).toEqual([[1], false])
})

test('a read mark also applies to earlier messages', () => {
  const merged = mergeLast(talk([1, 2, 3], true), { messages: [message(3, true), message(4)], more: true })
  expect(merged.messages.map(({ read }) => read)).toEqual([true, true, true, false])
})
