import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { saveSettings, staffSettings, type StaffSettings } from '#shared/api/staff/settings.ts'
import { call, fieldErrorsOf } from '#web/api/client.ts'
import { useUnsaved } from '#web/ui/dialogs/use-unsaved.ts'
import { TextField } from '#web/ui/forms/Field.tsx'
import { markedFieldsMessage, SaveFailure } from '#web/ui/forms/SaveFailure.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { AccentField } from './AccentField.tsx'
import { changesOf, draftOf, patchOf } from './firm-draft.ts'
import { LogoField } from './LogoField.tsx'
import { UnsavedBar } from './UnsavedBar.tsx'
import styles from './firm.module.css'

const queryKey = ['staff', 'settings']

/** Name, contacts, logo and colour of the wholesaler. */
export function FirmSettings() {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(staffSettings, {}, { signal })).settings,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const [round, setRound] = useState(0)
  if (data)
    return (
      <FirmForm
        key={`${round} ${data.version}`}
        settings={data}
        onReload={() => void refetch().then(() => setRound(round + 1))}
      />
    )
  return (
    <Card title="Фирма и вид">
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <CardBody>
          <Skeleton width="60%" height={20} />
        </CardBody>
      )}
    </Card>
  )
}

function FirmForm({ settings: { shop, version }, onReload }: { settings: StaffSettings; onReload: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(shop))
  const queries = useQueryClient()
  const notify = useNotify()
  const save = useMutation({ mutationFn: () => call(saveSettings, { version, shop: patchOf(shop, draft) }) })
  const changes = changesOf(shop, draft)
  useUnsaved(() => changes.length > 0)
  const errors = fieldErrorsOf(save.error)

  function submit() {
    if (changes.length === 0 || save.isPending) return
    save.mutate(undefined, {
      onSuccess: ({ settings }) => {
        queries.setQueryData(queryKey, settings)
        notify({ tone: 'ok', text: 'Настройки сохранены' })
      },
    })
  }

  const text = (name: 'name' | 'company' | 'phone' | 'hours' | 'email' | 'from_name') => ({
    value: draft[name],
    error: errors[`shop.${name}`] ?? errors[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setDraft({ ...draft, [name]: currentTarget.value }),
  })
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
    >
      <Card title="Фирма и вид">
        <CardBody>
          <div className={styles.firm}>
            {save.error && (
              <SaveFailure
                error={save.error}
                message={Object.keys(errors).length > 0 ? markedFieldsMessage : undefined}
                subject="настройки"
                onReload={onReload}
              />
            )}
            <LogoField
              logo={draft.logo}
              error={errors['shop.logo']}
              onChange={(logo) => setDraft({ ...draft, logo })}
            />
            <div className={styles.fields}>
              <TextField
                label="Название в шапке и письмах"
                placeholder={shop.usual.name}
                maxLength={100}
                {...text('name')}
              />
              <TextField
                label="Полное название"
                hint="Для прайс-листов YML"
                placeholder={shop.usual.company}
                maxLength={300}
                {...text('company')}
              />
              <TextField label="Телефон" type="tel" maxLength={60} {...text('phone')} />
              <TextField label="Часы" placeholder="будни 9:00–18:00" maxLength={60} {...text('hours')} />
              <TextField
                label="Почта для покупателей"
                hint="Сюда придут ответы на письма портала"
                type="email"
                maxLength={200}
                {...text('email')}
              />
              <TextField
                label="Письма от имени"
                placeholder={draft.name || shop.usual.name}
                maxLength={100}
                {...text('from_name')}
              />
            </div>
            <AccentField
              accent={draft.accent}
              error={errors['shop.accent'] ?? errors.accent}
              onChange={(accent) => setDraft({ ...draft, accent })}
            />
          </div>
        </CardBody>
      </Card>
      <UnsavedBar
        changes={changes}
        busy={save.isPending}
        onCancel={() => {
          setDraft(draftOf(shop))
          save.reset()
        }}
        onSave={submit}
      />
    </form>
  )
}
