import { expect, test } from 'vitest'
import { feeds } from '../feeds/feeds.ts'
import { countedKind, recordKind } from './import-summary.ts'

test.each(Object.keys(feeds))('the log names what the feed %s counts and rejects', (feed) => {
  expect(countedKind(feed)).toMatch(/^[А-Я]/)
  expect(recordKind(feed)).not.toBe('Запись')
})
