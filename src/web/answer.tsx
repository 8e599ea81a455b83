import { AnswerScreen } from '#web/common/session/registration/AnswerScreen.tsx'
import { UiProvider } from '#web/ui/UiProvider.tsx'
import { mailedToken } from './guest-addresses.ts'

/** Page of a mailed link: a question of staff about a request for access. */
export function Answer() {
  return (
    <UiProvider>
      <AnswerScreen token={mailedToken()} />
    </UiProvider>
  )
}
