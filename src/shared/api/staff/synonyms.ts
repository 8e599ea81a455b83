import * as z from 'zod/mini'
import { itemListEndpoints } from '../item-list.ts'
import { chosen, wireId, wireText } from '../wire.ts'

/** Words and short phrases that the search treats as equal. */
const set = z.object({ id: z.number(), words: z.array(z.string()) })
export type Synonyms = z.output<typeof set>

const synonyms = itemListEndpoints({
  path: '/api/staff/synonyms/',
  right: 'staff.catalogue',
  item: set,
  input: z.object({ id: chosen(wireId), words: z.array(wireText(60).check(z.trim())).check(z.maxLength(20)) }),
  summary: {
    list: 'Search synonyms',
    save: 'Add a set of synonyms (without id) or change one; the search uses it within seconds',
    remove: 'Delete a set of synonyms',
  },
})

export const staffSynonyms = synonyms.list
export const saveSynonyms = synonyms.save
export const deleteSynonyms = synonyms.remove
