import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ActDetails } from '#shared/api/money/acts.ts'
import { Button } from '#web/ui/Button.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { useWaitForAnswers } from '../use-acts.ts'

/** Leaves the act once its answers are stored: anybody who may see the act goes on from there. */
export function ContinueLater({ act: { id, number } }: { act: ActDetails }) {
  const [isSaving, setIsSaving] = useState(false)
  const waitForAnswers = useWaitForAnswers(id)
  const navigate = useNavigate()
  const notify = useNotify()

  async function leave(): Promise<void> {
    setIsSaving(true)
    const isStored = await waitForAnswers()
    setIsSaving(false)
    if (!isStored)
      return notify({ tone: 'bad', text: 'Не все ответы сохранены. Проверьте связь и отметьте эти строки ещё раз' })
    notify({
      tone: 'ok',
      fadeMs: 6000,
      text:
        `Ответы по акту ${number} сохранены, поставщику ничего не отправлено. ` +
        'Закончить сможете вы с любого устройства или ваш коллега',
    })
    await navigate({ to: '/acts' })
  }

  return (
    <Button busy={isSaving} onClick={() => void leave()}>
      Сохранить и продолжить позже
    </Button>
  )
}
