import { expect, test } from 'vitest'
import { createUploadGate } from './limits.ts'

const refused = expect.objectContaining({ code: 'tooManyRequests' })

test('an account has two uploads under way, the process twelve; whoever leaves, however often, makes room for one', () => {
  const gate = createUploadGate()
  const [leave] = [gate.enter(1), gate.enter(1)]
  expect(() => gate.enter(1)).toThrow(refused)
  for (let n = 0; n < 2; n += 1) leave?.()
  gate.enter(1)
  expect(() => gate.enter(1)).toThrow(refused)
  for (let account = 2; account <= 11; account += 1) gate.enter(account)
  expect(() => gate.enter(12)).toThrow(refused)
})
