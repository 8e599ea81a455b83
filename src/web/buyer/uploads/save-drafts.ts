import type { uploadDrafts } from '#shared/api/drafts.ts'
import type { InputOf, ReplyOf } from '#shared/api/endpoint.ts'

/** The route's way to drafts of a reviewed file. */
export type SaveDrafts = (input: InputOf<typeof uploadDrafts>, key: string) => Promise<ReplyOf<typeof uploadDrafts>>
