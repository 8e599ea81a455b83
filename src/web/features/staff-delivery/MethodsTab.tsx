import { useState, type FormEvent } from 'react'
import type { StaffMethod } from '#shared/api/staff-delivery.ts'
import { carrierMethodId, ownTransportMethodId } from '#shared/constants.ts'
import { CallError } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Note } from '#web/ui/Note.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { Card } from '#web/ui/Page.tsx'
import { roublesOf, textOfRoubles } from '#web/ui/roubles-text.ts'
import { useSaveMethod } from './use-staff-delivery.ts'
import styles from './staff-delivery.module.css'

/** The three methods: how they are called, and what they cost. */
export function MethodsTab({ methods, zonesDrawn, onReload }: { methods: readonly StaffMethod[]; zonesDrawn: boolean; onReload: () => void }) {
  return (
    <Card>
      <ul className={styles.methods} aria-label="Способы доставки">
        {methods.map((method) => (
          <MethodRow key={`${method.id} ${method.version}`} method={method} hint={hintOf(method.id, zonesDrawn)} onReload={onReload} />
        ))}
      </ul>
    </Card>
  )
}

function MethodRow({ method, hint, onReload }: { method: StaffMethod; hint: string | undefined; onReload: () => void }) {
  const [header, setHeader] = useState(method.header)
  const [price, setPrice] = useState(textOfRoubles(method.price))
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const save = useSaveMethod()
  const notify = useNotify()
  const changed = header.trim() !== method.header || roublesOf(price) !== method.price
  const conflict = save.error instanceof CallError && save.error.status === 409

  function submit(event: FormEvent) {
    event.preventDefault()
    const roubles = roublesOf(price)
    const fields = { ...(header.trim() === '' ? { header: 'Укажите название' } : {}), ...(roubles === undefined || roubles === null ? { price: 'Сумма цифрами; 0 – бесплатно' } : {}) }
    setWrong(fields)
    if (roubles === undefined || roubles === null || Object.keys(fields).length > 0) return
    save.mutate({ id: method.id, version: method.version, header: header.trim(), price: roubles }, { onSuccess: () => notify({ tone: 'ok', text: `«${header.trim()}» сохранён` }) })
  }

  return (
    <li>
      {save.error && (
        <Note tone="bad" role="alert" action={conflict && <Button small onClick={onReload}>Загрузить заново</Button>}>
          {conflict ? 'Данные изменились: способ уже поменял кто-то другой. Ваши изменения не сохранены' : save.error.message}
        </Note>
      )}
      <form className={styles.method} noValidate onSubmit={submit}>
        <TextField label="Название" maxLength={200} value={header} error={wrong.header} onChange={({ currentTarget }) => setHeader(currentTarget.value)} />
        <TextField label="Цена, ₽" inputMode="decimal" maxLength={20} value={price} error={wrong.price} hint={hint} onChange={({ currentTarget }) => setPrice(currentTarget.value)} />
        <Button type="submit" disabled={!changed} busy={save.isPending} aria-label={`Сохранить: ${method.header}`}>
          Сохранить
        </Button>
      </form>
    </li>
  )
}

function hintOf(id: number, zonesDrawn: boolean): string | undefined {
  if (id === ownTransportMethodId) return zonesDrawn ? 'Не действует: цены задают зоны' : 'Пока зон нет, по любому адресу'
  return id === carrierMethodId ? '0 – по тарифу компании' : undefined
}
