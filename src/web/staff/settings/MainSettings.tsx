import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { saveSettings, staffSettings, type StaffSettings } from '#shared/api/staff/settings.ts'
import { ruleGroups, type RuleGroup } from '#shared/rules/settings/portal-rules.ts'
import { call, fieldErrorsOf } from '#web/api/client.ts'
import { useUnsaved } from '#web/ui/dialogs/use-unsaved.ts'
import { markedFieldsMessage, SaveFailure } from '#web/ui/forms/SaveFailure.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { FirmCard } from './FirmCard.tsx'
import { RulesCard } from './RulesCard.tsx'
import { settingsChanges, settingsDraftOf, settingsPatch } from './settings-draft.ts'
import { UnsavedBar } from './UnsavedBar.tsx'
import styles from './firm.module.css'
import rulesStyles from './rules.module.css'

const groups = Object.keys(ruleGroups) as RuleGroup[]
const queryKey = ['staff', 'settings']

/** The firm's name and look, and the rules of the portal, saved together. */
export function MainSettings() {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(staffSettings, {}, { signal })).settings,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const [round, setRound] = useState(0)
  if (data)
    return (
      <SettingsForm
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

function SettingsForm({ settings, onReload }: { settings: StaffSettings; onReload: () => void }) {
  const [draft, setDraft] = useState(() => settingsDraftOf(settings))
  const queries = useQueryClient()
  const notify = useNotify()
  const save = useMutation({ mutationFn: () => call(saveSettings, settingsPatch(settings, draft)) })
  const changes = settingsChanges(settings, draft)
  useUnsaved(() => changes.length > 0)
  const errors = fieldErrorsOf(save.error)

  function submit() {
    if (changes.length === 0 || save.isPending) return
    save.mutate(undefined, {
      onSuccess: ({ settings: saved }) => {
        queries.setQueryData(queryKey, saved)
        notify({ tone: 'ok', text: 'Настройки сохранены' })
      },
    })
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
    >
      {save.error && (
        <SaveFailure
          error={save.error}
          message={Object.keys(errors).length > 0 ? markedFieldsMessage : undefined}
          subject="настройки"
          onReload={onReload}
        />
      )}
      <FirmCard
        usual={settings.shop.usual}
        draft={draft.firm}
        errors={errors}
        onChange={(patch) => setDraft({ ...draft, firm: { ...draft.firm, ...patch } })}
      />
      <div className={rulesStyles.cards}>
        {groups.map((group) => (
          <RulesCard
            key={group}
            group={group}
            values={draft.rules}
            priceTypes={settings.price_types}
            errors={errors}
            onChange={(name, value) => setDraft({ ...draft, rules: { ...draft.rules, [name]: value } })}
          />
        ))}
      </div>
      <UnsavedBar
        changes={changes}
        busy={save.isPending}
        onCancel={() => {
          setDraft(settingsDraftOf(settings))
          save.reset()
        }}
        onSave={submit}
      />
    </form>
  )
}
