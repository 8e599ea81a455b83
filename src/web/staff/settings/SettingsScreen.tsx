import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { saveSettings, staffSettings, type StaffSettings } from '#shared/api/staff/settings.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { SaveFailure } from '#web/ui/forms/SaveFailure.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { Card, CardBody, Page } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { useUnsaved } from '#web/ui/dialogs/use-unsaved.ts'
import { AccessCard } from './AccessCard.tsx'
import { ClaimTermsCard } from './ClaimTermsCard.tsx'
import { ContractClaimTermsCard } from './ContractClaimTermsCard.tsx'
import { JobsCard } from './JobsCard.tsx'
import { MailCard } from './MailCard.tsx'
import { StaffSignInsCard } from './StaffSignInsCard.tsx'
import { VisitorsCard } from './VisitorsCard.tsx'

const queryKey = ['staff', 'settings']

type SettingsScreenProps = { ownId: number; above?: ReactNode }

/** Settings of the portal for administrators. */
export function SettingsScreen({ ownId, above }: SettingsScreenProps) {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(staffSettings, {}, { signal })).settings,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const [round, setRound] = useState(0)
  return (
    <Page title="Настройки">
      {above}
      {data ? (
        <ShopForm
          key={`${round} ${data.version}`}
          settings={data}
          onReload={() => void refetch().then(() => setRound(round + 1))}
        />
      ) : (
        <Card>
          {error ? (
            <LoadError error={error} onRetry={() => void refetch()} />
          ) : (
            <CardBody>
              <Skeleton width="60%" height={20} />
            </CardBody>
          )}
        </Card>
      )}
      <AccessCard />
      <ClaimTermsCard />
      <ContractClaimTermsCard />
      <VisitorsCard />
      <StaffSignInsCard ownId={ownId} />
      <MailCard />
      <JobsCard />
    </Page>
  )
}

function ShopForm({ settings: { shop, version }, onReload }: { settings: StaffSettings; onReload: () => void }) {
  const [name, setName] = useState(shop.name)
  const [company, setCompany] = useState(shop.company)
  const queries = useQueryClient()
  const notify = useNotify()
  const save = useMutation({ mutationFn: () => call(saveSettings, { version, shop: { name, company } }) })
  const changed = name !== shop.name || company !== shop.company
  useUnsaved(() => changed)

  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate(undefined, {
      onSuccess: ({ settings }) => {
        queries.setQueryData(queryKey, settings)
        notify({ tone: 'ok', text: 'Настройки сохранены' })
      },
    })
  }

  return (
    <Card title="Прайс-листы для программ (YML)">
      <CardBody>
        <form className="column" style={{ maxWidth: 560 }} onSubmit={submit}>
          {save.error && <SaveFailure error={save.error} subject="настройки" onReload={onReload} />}
          <TextField
            label="Название магазина"
            placeholder={shop.usual.name}
            hint="Пусто – как называется ваша организация"
            maxLength={100}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <TextField
            label="Полное название компании"
            placeholder={shop.usual.company}
            hint="Пусто – полное название вашей организации"
            maxLength={300}
            value={company}
            onChange={({ currentTarget }) => setCompany(currentTarget.value)}
          />
          <div className="row">
            <Button type="submit" variant="primary" busy={save.isPending} disabled={!changed}>
              Сохранить
            </Button>
          </div>
        </form>
      </CardBody>
    </Card>
  )
}
