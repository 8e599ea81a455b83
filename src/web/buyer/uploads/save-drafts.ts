import type { uploadDrafts } from '#shared/api/drafts.ts'
import type { InputOf, ReplyOf } from '#shared/api/endpoint.ts'
import type { AttemptKeys } from '#web/api/attempts.ts'

/** Saves reviewed rows as drafts; provided by the route. */
export type SaveDrafts = (
  input: InputOf<typeof uploadDrafts>,
  keys: AttemptKeys,
) => Promise<ReplyOf<typeof uploadDrafts>>
