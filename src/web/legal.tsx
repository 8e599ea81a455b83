import { LegalScreen } from '#web/common/legal/LegalScreen.tsx'
import { legalName } from './guest-addresses.ts'

/** What is to be read before registering, for everybody. */
export function Legal() {
  return <LegalScreen name={legalName()} />
}
