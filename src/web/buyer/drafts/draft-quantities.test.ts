import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { counterDebounceMs } from '#shared/constants.ts'
import { createDraftQuantities, type Typed } from './draft-quantities.ts'

let typed: Typed
let sent: { lines: { id: number; qnt: number }[]; answer: (error?: Error) => void }[]
beforeEach(() => {
  vi.useFakeTimers()
  typed = new Map()
  sent = []
})
afterEach(() => void vi.useRealTimers())

function start() {
  const send = (lines: { id: number; qnt: number }[]) =>
    new Promise<void>((resolve, reject) => {
      sent.push({ lines, answer: (error) => (error ? reject(error) : resolve()) })
    })
  const quantities = createDraftQuantities((change) => {
    typed = change(typed)
  })
  quantities.sendBy(send)
  return quantities
}

test('flush also waits for quantities already being sent', async () => {
  const quantities = start()
  quantities.set(7, 5000)
  await vi.advanceTimersByTimeAsync(counterDebounceMs)
  expect(sent.map(({ lines }) => lines)).toEqual([[{ id: 7, qnt: 5 }]])
  let through = false
  const flushed = quantities.flush().then(() => (through = true))
  await vi.advanceTimersByTimeAsync(100)
  expect(through, 'the reply has not arrived').toBe(false)
  sent[0]?.answer()
  await flushed
  expect(typed.size).toBe(0)
  expect(sent).toHaveLength(1)
})

test('flush rejects with a refusal, which does not block later input', async () => {
  const quantities = start()
  quantities.set(7, 5000)
  const refused = expect(quantities.flush()).rejects.toThrow('нет')
  sent[0]?.answer(new Error('нет'))
  await refused
  expect(typed.size, 'the server’s quantity is shown again').toBe(0)
  await quantities.flush()
  quantities.set(7, 6000)
  const flushed = quantities.flush()
  sent[1]?.answer()
  await flushed
})

test('input in a removed line is not sent', async () => {
  const quantities = start()
  quantities.set(7, 5000)
  quantities.set(8, 2000)
  quantities.forget([7])
  expect([...typed]).toEqual([[8, 2000]])
  await vi.advanceTimersByTimeAsync(counterDebounceMs)
  expect(sent.map(({ lines }) => lines)).toEqual([[{ id: 8, qnt: 2 }]])
})
