import { expect, test } from 'vitest'
import { createAsker, type Question } from './who-asked.ts'

function given() {
  const shown: (Question | undefined)[] = []
  const asker = createAsker((question) => shown.push(question))
  return { asker, current: () => shown.at(-1) }
}

test('a second question waits for the answer to the first', async () => {
  const { asker, current } = given()
  const [first, second] = [asker.ask('first'), asker.ask(undefined)]
  current()?.answer('Павел, звонок')
  expect(await first).toBe('Павел, звонок')
  current()?.answer('Павел, письмо')
  expect(await second).toBe('Павел, письмо')
  expect(current()).toBeUndefined()
})

test('the same attempt is asked about once, until its answer is refused', async () => {
  const { asker, current } = given()
  const both = [asker.ask('key'), asker.ask('key')]
  current()?.answer('Павел')
  expect(await Promise.all(both)).toEqual(['Павел', 'Павел'])
  expect(current()).toBeUndefined()
  asker.forget('key')
  const again = asker.ask('key')
  current()?.answer('Павел Громов')
  expect(await again).toBe('Павел Громов')
})

test('whoever gives up is asked again at the next attempt', async () => {
  const { asker, current } = given()
  const first = asker.ask('key')
  current()?.giveUp()
  await expect(first).rejects.toMatchObject({ code: 'invalid' })
  const [again, other] = [asker.ask('key'), asker.ask('other')]
  asker.giveUpAll()
  await expect(again).rejects.toMatchObject({ code: 'invalid' })
  await expect(other).rejects.toMatchObject({ code: 'invalid' })
  expect(current()).toBeUndefined()
})
