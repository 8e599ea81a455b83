import type { Endpoint } from '#shared/api/endpoint.ts'
import { askedByHeader, callerHeader } from '#shared/constants.ts'

/** Asks staff who act as a buyer who asked for the call with this key, and how; rejects if they give up. */
export type AskWho = (key: string | undefined) => Promise<string>

let shownAccount: number | undefined
let askWho: AskWho | undefined

/**
 * The account that this window shows: its calls name it, and are refused once the session belongs to another one, such
 * as the buyer as whom another window acts.
 */
export function setShownAccount(id: number | undefined): void {
  shownAccount = id
}

export function isShownAccount(id: number): boolean {
  return shownAccount === undefined || shownAccount === id
}

export function setAskWho(ask: AskWho | undefined): void {
  askWho = ask
}

type Call = Pick<Endpoint, 'whileActing'>

/**
 * Asks who asked for the call, where nobody has said. Undefined if there is nothing to ask: such a call leaves at once,
 * also while its page is being closed.
 */
export function askWhoAsked(
  { whileActing }: Call,
  { key, askedBy }: { key?: string; askedBy?: string | undefined } = {},
): Promise<string> | undefined {
  return whileActing === 'asked' && askedBy === undefined ? askWho?.(key) : undefined
}

/** Headers that tell the server for whom a call is meant, and who asked for it. */
export function callerHeaders({ whileActing }: Call, askedBy: string | undefined): Record<string, string> {
  return {
    ...(shownAccount !== undefined && { [callerHeader]: String(shownAccount) }),
    ...(whileActing === 'asked' && askedBy !== undefined && { [askedByHeader]: encodeURIComponent(askedBy) }),
  }
}
