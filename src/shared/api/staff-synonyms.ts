import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { chosen, nothing, success, wireId, wireText } from './wire.ts'

/** Words and short phrases that the search takes for one another. */
const synonyms = z.object({ id: z.number(), words: z.array(z.string()) })
export type Synonyms = z.output<typeof synonyms>

const reply = z.object({ ...success, items: z.array(synonyms) })
const word = wireText(60).check(z.trim())

export const staffSynonyms = endpoint({ verb: 'GET', path: '/api/staff/synonyms/', right: 'staff.catalogue', summary: 'Synonyms of the search', input: nothing, reply })

export const saveSynonyms = endpoint({
  verb: 'POST',
  path: '/api/staff/synonyms/',
  method: 'save',
  right: 'staff.catalogue',
  summary: 'Add synonyms (without id) or change a set of them; the search knows them within seconds',
  input: z.object({ id: chosen(wireId), words: z.array(word).check(z.maxLength(20)) }),
  reply: z.extend(reply, { id: z.number() }),
})

export const deleteSynonyms = endpoint({
  verb: 'POST',
  path: '/api/staff/synonyms/',
  method: 'delete',
  right: 'staff.catalogue',
  summary: 'Delete a set of synonyms',
  input: z.object({ id: wireId }),
  reply,
})
