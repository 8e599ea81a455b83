import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { accessSettings, saveAccessSettings, type AccessSettings } from '#shared/api/staff/access.ts'
import { call, fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { SaveFailure } from '#web/ui/forms/SaveFailure.tsx'
import { FormCard } from '#web/ui/page/FormCard.tsx'
import { Checkbox, TextField } from '#web/ui/forms/Field.tsx'
import { withCount } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { useUnsaved } from '#web/ui/dialogs/use-unsaved.ts'
import { staffSignInsKey } from './StaffSignInsCard.tsx'

const queryKey = ['staff', 'access']

/** Session lifetimes and the second factor requirement. */
export function AccessCard() {
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(accessSettings, {}, { signal })).settings,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  return (
    <FormCard title="Вход и сеансы" query={query}>
      {(settings, onReload) => <AccessForm settings={settings} onReload={onReload} />}
    </FormCard>
  )
}

function AccessForm({ settings, onReload }: { settings: AccessSettings; onReload: () => void }) {
  const [hours, setHours] = useState(String(settings.idle_hours_staff))
  const [days, setDays] = useState(String(settings.idle_days_buyers))
  const [isRequired, setRequired] = useState(settings.second_factor_demanded)
  const [endSessions, setEndSessions] = useState(false)
  const endsSessions = isRequired && endSessions
  const queries = useQueryClient()
  const notify = useNotify()
  const save = useMutation({
    mutationFn: () =>
      call(saveAccessSettings, {
        seen: settings,
        idle_hours_staff: hours,
        idle_days_buyers: days,
        second_factor_demanded: isRequired,
        end_sessions: endsSessions,
      }),
  })
  const isChanged =
    hours !== String(settings.idle_hours_staff) ||
    days !== String(settings.idle_days_buyers) ||
    isRequired !== settings.second_factor_demanded ||
    endsSessions
  useUnsaved(() => isChanged)
  const fields = fieldErrorsOf(save.error)

  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate(undefined, {
      onSuccess: ({ settings: saved, ended }) => {
        notify({
          tone: 'ok',
          text: endsSessions ? `Настройки сохранены. ${endedSessionsText(ended)}` : 'Настройки сохранены',
        })
        setEndSessions(false)
        queries.setQueryData(queryKey, saved)
        if (endsSessions) void queries.invalidateQueries({ queryKey: staffSignInsKey })
      },
    })
  }

  return (
    <form className="column" style={{ maxWidth: 560 }} noValidate onSubmit={submit}>
      {save.error && Object.keys(fields).length === 0 && (
        <SaveFailure error={save.error} subject="настройки" onReload={onReload} />
      )}
      <TextField
        label="Завершать сеанс сотрудника после простоя, часов"
        hint="От 1 до 720. Любой сеанс длится не дольше 30 дней"
        error={fields.idle_hours_staff}
        inputMode="numeric"
        value={hours}
        onChange={({ currentTarget }) => setHours(currentTarget.value)}
      />
      <TextField
        label="Завершать сеанс покупателя после простоя, дней"
        hint="От 1 до 30"
        error={fields.idle_days_buyers}
        inputMode="numeric"
        value={days}
        onChange={({ currentTarget }) => setDays(currentTarget.value)}
      />
      <Checkbox
        label="Второй фактор обязателен для сотрудников"
        checked={isRequired}
        onChange={({ currentTarget }) => setRequired(currentTarget.checked)}
      />
      <p className="small muted">У кого его нет, тот подключит приложение с кодами при следующем входе.</p>
      {isRequired && (
        <Checkbox
          label="Завершить их сеансы сейчас"
          checked={endSessions}
          onChange={({ currentTarget }) => setEndSessions(currentTarget.checked)}
        />
      )}
      <div className="row">
        <Button type="submit" variant="primary" busy={save.isPending} disabled={!isChanged}>
          Сохранить
        </Button>
      </div>
    </form>
  )
}

const sessionForms = ['сеанс', 'сеанса', 'сеансов'] as const

function endedSessionsText(ended: number): string {
  return ended === 0 ? 'Других сеансов без второго фактора не было' : `Завершено: ${withCount(ended, sessionForms)}`
}
