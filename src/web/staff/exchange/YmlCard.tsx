import { useState } from 'react'
import type { YmlSettings } from '#shared/api/administration/exchange-files.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox, SelectField, TextField, type Option } from '#web/ui/forms/Field.tsx'
import { dateTime } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { useFetchYml, useSaveYml, useYml, type YmlForm } from './use-exchange-files.ts'
import styles from './exchange.module.css'

const periods = [
  { minutes: 15, label: '15 минут' },
  { minutes: 30, label: '30 минут' },
  { minutes: 60, label: 'час' },
  { minutes: 180, label: '3 часа' },
  { minutes: 720, label: '12 часов' },
  { minutes: 1440, label: 'сутки' },
] as const

/** How files of YML are read, and from where the portal fetches one. */
export function YmlCard() {
  const { data, error, refetch } = useYml()
  return (
    <Card title="Прайс-лист YML">
      <CardBody>
        {data ? (
          <YmlSettingsForm key={JSON.stringify(formOf(data))} yml={data} />
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton width="60%" height={120} />
        )}
      </CardBody>
    </Card>
  )
}

function formOf({ address, minutes, price_type, warehouse, full, available_quantity }: YmlSettings): YmlForm {
  return { address, minutes, price_type, warehouse, full, available_quantity }
}

function YmlSettingsForm({ yml }: { yml: YmlSettings }) {
  const [form, setForm] = useState(() => formOf(yml))
  const save = useSaveYml()
  const errors = save.error ? fieldErrorsOf(save.error) : {}
  const change = (patch: Partial<YmlForm>) => setForm((before) => ({ ...before, ...patch }))
  return (
    <form
      className={styles.yml}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ ...form, address: form.address.trim() })
      }}
    >
      <TextField
        label="Адрес файла"
        type="url"
        inputMode="url"
        hint="Портал сам забирает файл по этому адресу. Без адреса файл загружают кнопкой"
        value={form.address}
        error={errors.address}
        onChange={({ currentTarget }) => change({ address: currentTarget.value })}
      />
      <SelectField
        label="Забирать раз в"
        options={periodOptions(form.minutes)}
        value={String(form.minutes)}
        error={errors.minutes}
        onChange={({ currentTarget }) => change({ minutes: Number(currentTarget.value) })}
      />
      <SelectField
        label="Цены записывать в"
        options={[{ value: '', label: 'Цены из YML' }, ...optionsOf(yml.price_types)]}
        value={form.price_type}
        error={errors.price_type}
        onChange={({ currentTarget }) => change({ price_type: currentTarget.value })}
      />
      <SelectField
        label="Остатки записывать на"
        options={[{ value: '', label: 'Склад из YML' }, ...optionsOf(yml.warehouses)]}
        value={form.warehouse}
        error={errors.warehouse}
        onChange={({ currentTarget }) => change({ warehouse: currentTarget.value })}
      />
      <TextField
        label="Остаток, если в файле только «в наличии»"
        type="number"
        min={0}
        value={String(form.available_quantity)}
        error={errors.available_quantity}
        onChange={({ currentTarget }) => change({ available_quantity: Number(currentTarget.value) })}
      />
      <Checkbox
        label="Снимать с продажи то, чего в файле нет"
        checked={form.full}
        onChange={({ currentTarget }) => change({ full: currentTarget.checked })}
      />
      {save.error && Object.keys(errors).length === 0 && (
        <Note tone="bad" role="alert">
          {save.error.message}
        </Note>
      )}
      <div className="row wrap">
        <Button type="submit" busy={save.isPending}>
          Сохранить
        </Button>
        {yml.address !== '' && <FetchNow />}
      </div>
      <LastFetch yml={yml} />
    </form>
  )
}

function FetchNow() {
  const fetch = useFetchYml()
  return (
    <Button busy={fetch.isPending} onClick={() => fetch.mutate()}>
      Забрать сейчас
    </Button>
  )
}

function LastFetch({ yml: { address, last } }: { yml: YmlSettings }) {
  if (address === '') return null
  if (last === null) return <span className="small dim">По этому адресу портал ещё не обращался</span>
  if (last.error !== '')
    return (
      <Note tone="bad">
        {dateTime(last.tried_at)}: {last.error}
        {last.succeeded_at !== null && `. Последний раз файл пришёл ${dateTime(last.succeeded_at)}`}
      </Note>
    )
  return <span className="small dim">Последняя попытка {dateTime(last.tried_at)}, без ошибок</span>
}

function optionsOf(named: YmlSettings['warehouses']): Option[] {
  return named.filter(({ code }) => code !== 'yml').map(({ code, name }) => ({ value: code, label: name }))
}

/** The usual periods, and the stored one if it is another. */
function periodOptions(minutes: number): Option[] {
  const all = periods.some((each) => each.minutes === minutes)
    ? periods
    : [...periods, { minutes, label: `${minutes} мин` }].toSorted((one, other) => one.minutes - other.minutes)
  return all.map((each) => ({ value: String(each.minutes), label: each.label }))
}
