import * as api from '#shared/api/talk/canned-answers.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import { readAnswers, removeAnswer, saveAnswer } from './service.ts'

export function cannedAnswerRoutes({ on }: Api, deps: { db: Db }): void {
  on(api.claimAnswers, () => readAnswers(deps, 'claim'))
  on(api.saveClaimAnswer, ({ input }) => saveAnswer(deps, 'claim', input))
  on(api.deleteClaimAnswer, ({ input }) => removeAnswer(deps, 'claim', input))
  on(api.chatAnswers, () => readAnswers(deps, 'chat'))
  on(api.saveChatAnswer, ({ input }) => saveAnswer(deps, 'chat', input))
  on(api.deleteChatAnswer, ({ input }) => removeAnswer(deps, 'chat', input))
}
