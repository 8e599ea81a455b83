import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { failureSentence, knownFailure } from './failure-sentence.ts'
import { StartRefused } from './start-refused.ts'

const failure = (code: string, more: object = {}) =>
  Object.assign(new Error('illegal operation, connect refused'), { code, ...more })

test.each([
  [
    failure('EACCES', { path: '/backup/portal.tar' }),
    'Нет доступа к /backup/portal.tar: запустите команду от пользователя портала или проверьте права',
  ],
  [failure('EISDIR'), 'Это – папка, а нужен файл'],
  [failure('ENOENT', { path: '/x' }), 'Файла или папки /x нет'],
  [failure('ENOSPC'), 'На диске нет места'],
  [failure('28P01'), 'База данных не пускает: проверьте логин и пароль в DATABASE_URL'],
  [
    new Error('Failed query: select 1', { cause: failure('ECONNREFUSED') }),
    'База данных не отвечает: проверьте, запущена ли она и верен ли DATABASE_URL',
  ],
  [new Error('first', { cause: new StartRefused('Папка занята') }), 'Папка занята'],
])('%s is reported as one Russian sentence', (error, sentence) => {
  expect(failureSentence(error)).toBe(sentence)
})

test('an error of a real file is reported in Russian', async () => {
  const error = await readFile('/').catch((caught: unknown) => caught)
  expect(failureSentence(error)).toMatch(/папка, а нужен файл$/)
})

test('an unknown error has its details on a separate line as JSON', () => {
  const error = new TypeError('x is not a function', { cause: new Error('inner') })
  expect(knownFailure(error)).toBeUndefined()
  const [sentence = '', details = '', ...more] = failureSentence(error).split('\n')
  expect(sentence).not.toMatch(/[a-z]/i)
  expect(JSON.parse(details)).toEqual({
    type: 'TypeError',
    message: 'x is not a function',
    cause: { type: 'Error', message: 'inner' },
  })
  expect(more).toEqual([])
  expect(failureSentence('thrown text')).toContain('{"type":"string"}')
})
