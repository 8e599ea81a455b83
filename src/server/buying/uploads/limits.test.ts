import { expect, test } from 'vitest'
import { createUploadGate } from './limits.ts'

const refused = expect.objectContaining({ code: 'tooManyRequests' })
const completeUpload = { isReceiving: () => false, end: () => undefined }

test('an account has at most two uploads in progress, a process twelve; an ended one frees its slot', () => {
  const gate = createUploadGate()
  const [leave] = [gate.admit(1, completeUpload), gate.admit(1, completeUpload)]
  expect(() => gate.admit(1, completeUpload)).toThrow(refused)
  for (let n = 0; n < 2; n += 1) leave?.()
  gate.admit(1, completeUpload)
  expect(() => gate.admit(1, completeUpload)).toThrow(refused)
  for (let account = 2; account <= 11; account += 1) gate.admit(account, completeUpload)
  expect(() => gate.admit(12, completeUpload)).toThrow(refused)
})

/** Six accounts with two uploads in progress each; records the ids of ended uploads in order. */
function fullGate(protectedMs: number) {
  const gate = createUploadGate({ protectedMs })
  const ended: number[] = []
  for (let account = 1; account <= 6; account += 1) {
    for (let n = 0; n < 2; n += 1)
      gate.admit(account, { isReceiving: () => account !== 1, end: () => void ended.push(account) })
  }
  return { gate, ended }
}

test('when all slots are taken, accounts with fewer uploads replace long-running ones', () => {
  const { gate, ended } = fullGate(0)
  for (let account = 11; account <= 15; account += 1) gate.admit(account, completeUpload)
  expect(ended).toEqual([2, 3, 4, 5, 6])
  for (let account = 16; account <= 20; account += 1) gate.admit(account, completeUpload)
  expect(ended).toEqual([2, 3, 4, 5, 6, 2, 3, 4, 5, 6])
  // The remaining uploads are already fully received.
  expect(() => gate.admit(21, completeUpload)).toThrow(refused)
})

test('an account displaces only accounts with more uploads, and never a file that has just started', () => {
  const { gate, ended } = fullGate(0)
  gate.admit(11, completeUpload)
  for (let account = 12; account <= 15; account += 1) gate.admit(account, completeUpload)
  expect(() => gate.admit(11, completeUpload)).toThrow(refused)
  expect(ended).toHaveLength(5)
  expect(() => fullGate(1000).gate.admit(11, completeUpload)).toThrow(refused)
})
