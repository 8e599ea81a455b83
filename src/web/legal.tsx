import { LegalScreen } from '#web/common/legal/LegalScreen.tsx'
import { legalName } from './guest-addresses.ts'

/** Public legal texts, readable before registering. */
export function Legal() {
  return <LegalScreen name={legalName()} />
}
