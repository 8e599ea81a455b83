import { useState } from 'react'
import { callTimeLabel, callTimesAt, type CallTime } from '#shared/rules/talk/call-times.ts'
import { formatPhone } from '#shared/rules/parties/phone.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField, TextField } from '#web/ui/forms/Field.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { useRequestCallback } from './use-chat.ts'
import styles from './chat.module.css'

/** Form to request a callback [C.28]; a failure shows the server's message for 2 s [M.5]. */
export function CallbackForm({ name }: { name: string }) {
  const [phone, setPhone] = useState('')
  const [firstname, setFirstname] = useState(name)
  const now = useNow(60_000)
  const offeredTimes = callTimesAt(now)
  const [chosenTime, setChosenTime] = useState<CallTime>()
  // A chosen time may have passed since.
  const time =
    chosenTime !== undefined && offeredTimes.includes(chosenTime) ? chosenTime : (offeredTimes[0] ?? 'tomorrow')
  const request = useRequestCallback()
  const notify = useNotify()
  const errors = fieldErrorsOf(request.error)

  function submit() {
    request.mutate(
      { phone: formatPhone(phone), firstname, time },
      {
        onSuccess: ({ message }) => notify({ tone: 'ok', text: message, fadeMs: 3000 }),
        onError: (error) => notify({ tone: 'bad', text: error.message, fadeMs: 2000 }),
      },
    )
  }

  return (
    <form
      className={styles.callbackForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <h2>Перезвонить вам?</h2>
      <TextField
        label="Телефон"
        type="tel"
        autoComplete="tel"
        value={phone}
        error={errors.phone}
        onChange={({ currentTarget: { value } }) => setPhone(value)}
        onBlur={() => setPhone(formatPhone(phone))}
      />
      <TextField
        label="Кого спросить"
        value={firstname}
        error={errors.firstname}
        onChange={({ currentTarget: { value } }) => setFirstname(value)}
      />
      <SelectField
        label="Когда"
        options={offeredTimes.map((value) => ({ value, label: callTimeLabel(value, now) }))}
        value={time}
        error={errors.time}
        onChange={({ currentTarget: { value } }) => setChosenTime(value as CallTime)}
      />
      <Button type="submit" icon="phone" busy={request.isPending} wide>
        Заказать звонок
      </Button>
    </form>
  )
}
