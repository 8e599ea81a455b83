import { AnswerScreen } from '#web/common/session/registration/AnswerScreen.tsx'
import { UiProvider } from '#web/ui/UiProvider.tsx'
import { mailedToken } from './guest-addresses.ts'

/** What a mailed link opens: the question of staff about a request for access. */
export function Answer() {
  return (
    <UiProvider>
      <AnswerScreen token={mailedToken()} />
    </UiProvider>
  )
}
