import type { Endpoint } from '#shared/api/endpoint.ts'
import { askedByHeader, callerHeader } from '#shared/constants.ts'

/** Asks staff who act as a buyer who asked for a call, and how. */
export type AskWho = {
  /** The same key is asked about once; rejects if they give up. */
  ask: (key: string | undefined) => Promise<string>
  /** The answer was refused: the same key is asked about again. */
  forget: (key: string) => void
}

/** A page that is left for another account is gone by then, or stays open after all. */
const holdMs = 10_000

let shownAccount: number | undefined
let askWho: AskWho | undefined
let held: Promise<void> | undefined

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

/**
 * Holds all calls while the page is left for another account, so that none is made in the wrong name. If the page stays
 * open they follow in the name that it shows, which the server refuses.
 */
export function holdCalls(): void {
  held = new Promise<void>((resolve) => setTimeout(resolve, holdMs)).then(() => {
    held = undefined
  })
}

/** Undefined as a rule: then a call leaves at once. */
export function heldCalls(): Promise<void> | undefined {
  return held
}

export function setAskWho(ask: AskWho | undefined): void {
  askWho = ask
}

/** Forgets who asked for a call, if the answer was refused. */
export function forgetRefusedAnswer(key: string | undefined, fields: Readonly<Record<string, string>> = {}): void {
  if (key !== undefined && fields.asked_by !== undefined) askWho?.forget(key)
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
  return whileActing === 'asked' && askedBy === undefined ? askWho?.ask(key) : undefined
}

/** Headers that tell the server for whom a call is meant, and who asked for it. */
export function callerHeaders({ whileActing }: Call, askedBy: string | undefined): Record<string, string> {
  return {
    ...(shownAccount !== undefined && { [callerHeader]: String(shownAccount) }),
    ...(whileActing === 'asked' && askedBy !== undefined && { [askedByHeader]: encodeURIComponent(askedBy) }),
  }
}
