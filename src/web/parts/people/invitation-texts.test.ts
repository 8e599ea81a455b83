import { expect, test } from 'vitest'
import type { Manager } from '#shared/api/organisation/managers.ts'
import { addedNotice } from './invitation-texts.ts'

test('a letter is spoken of only where one was sent; someone already known is named with the next step', () => {
  const notice = (state: Manager['state']) => addedNotice({ login: 'orlova@demo.example', state })
  expect(notice('invited')).toEqual({ tone: 'ok', text: 'Приглашение отправлено на orlova@demo.example' })
  expect((['active', 'expired', 'disabled'] as const).map((state) => notice(state))).toEqual([
    { tone: 'warn', text: expect.stringContaining('приглашение не нужно') },
    { tone: 'warn', text: expect.stringContaining('пригласите снова') },
    { tone: 'warn', text: expect.stringContaining('включите его') },
  ])
})
