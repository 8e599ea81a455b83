import * as api from '#shared/api/staff/mail.ts'
import type { Config } from '#server/platform/startup/config.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import { readOutbox, sendAgain } from './service.ts'

export function mailRoutes({ on }: Api, deps: { db: Db; config: Config }): void {
  on(api.staffMail, () => readOutbox(deps))
  on(api.requeueLetters, ({ actor, input }) => sendAgain(deps, actor, input))
}
