import { useState } from 'react'
import { callTimeLabel, callTimesAt, type CallTime } from '#shared/rules/talk/call-times.ts'
import { formatPhone } from '#shared/rules/parties/phone.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField, TextField } from '#web/ui/forms/Field.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { useCallRequest } from './use-chat.ts'
import styles from './chat.module.css'

/** Asks to be called back [C.28]; a failure shows the server's message for 2 s [M.5]. */
export function CallRequest({ name }: { name: string }) {
  const [phone, setPhone] = useState('')
  const [firstname, setFirstname] = useState(name)
  const now = useNow(60_000)
  const offered = callTimesAt(now)
  const [wanted, setWanted] = useState<CallTime>()
  // What has passed while the window stood open is offered no more.
  const time = wanted !== undefined && offered.includes(wanted) ? wanted : (offered[0] ?? 'tomorrow')
  const request = useCallRequest()
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
      className={styles.call}
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
        options={offered.map((value) => ({ value, label: callTimeLabel(value, now) }))}
        value={time}
        error={errors.time}
        onChange={({ currentTarget: { value } }) => setWanted(value as CallTime)}
      />
      <Button type="submit" icon="phone" busy={request.isPending} wide>
        Заказать звонок
      </Button>
    </form>
  )
}
