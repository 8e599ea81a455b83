import { ResetScreen } from '#web/common/session/ResetScreen.tsx'
import { mailedToken } from './guest-addresses.ts'

/** Page of a mailed link: a new password, then the sign-in. */
export function Reset() {
  return <ResetScreen token={mailedToken()} onSignedIn={() => location.replace('/')} />
}
