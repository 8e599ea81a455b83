import { ResetScreen } from '#web/common/session/ResetScreen.tsx'
import { mailedToken } from './guest-addresses.ts'

/** What a mailed link opens: a new password, then the sign-in with it. */
export function Reset() {
  return <ResetScreen token={mailedToken()} onSignedIn={() => location.replace('/')} />
}
