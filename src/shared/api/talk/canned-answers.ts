/** Answers that staff keep ready: to claims, and in chats. Each subject has a list of its own. */
import * as z from 'zod/mini'
import { itemListEndpoints } from '../item-list.ts'
import { chosen, wireId, wireText } from '../wire.ts'

export type AnswerSubject = 'claim' | 'chat'

/** A short name, and the text that it stands for. */
const answer = z.object({ id: z.number(), name: z.string(), text: z.string() })
export type CannedAnswer = z.output<typeof answer>

const shapes = { item: answer, input: z.object({ id: chosen(wireId), name: wireText(40), text: wireText(2000) }) }

/** By subject. */
export const cannedAnswers = {
  claim: itemListEndpoints({
    ...shapes,
    path: '/api/staff/claimAnswers/',
    right: 'staff.claims',
    summary: {
      list: 'Canned answers to claims, by name',
      save: 'Add a canned answer to claims (without id) or change one',
      remove: 'Delete a canned answer to claims',
    },
  }),
  chat: itemListEndpoints({
    ...shapes,
    path: '/api/staff/chatAnswers/',
    right: 'staff.customers',
    summary: {
      list: 'Canned answers in chats, by name',
      save: 'Add a canned answer in chats (without id) or change one',
      remove: 'Delete a canned answer in chats',
    },
  }),
}

export const claimAnswers = cannedAnswers.claim.list
export const saveClaimAnswer = cannedAnswers.claim.save
export const deleteClaimAnswer = cannedAnswers.claim.remove
export const chatAnswers = cannedAnswers.chat.list
export const saveChatAnswer = cannedAnswers.chat.save
export const deleteChatAnswer = cannedAnswers.chat.remove
