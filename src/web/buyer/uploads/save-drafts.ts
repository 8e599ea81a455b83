import type { uploadDrafts } from '#shared/api/drafts.ts'
import type { InputOf, ReplyOf } from '#shared/api/endpoint.ts'

/** Saves reviewed rows as drafts; provided by the route. */
export type SaveDrafts = (input: InputOf<typeof uploadDrafts>, key: string) => Promise<ReplyOf<typeof uploadDrafts>>
