import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as api from '#shared/api/administration/exchange-files.ts'
import { call, CallError } from '#web/api/client.ts'
import { sendFile } from '#web/api/send-file.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { staffExchangeKey } from './exchange-key.ts'

const stateMs = 1000
const ymlKey = [...staffExchangeKey, 'yml']
const ymlMs = 30_000

export type LoadedFile = { id: number; name: string }

export function useLoadFile() {
  return useMutation<LoadedFile, Error, File>({
    mutationFn: async (file) => {
      if (file.size > api.maxExchangeFileBytes)
        throw new CallError(413, { message: api.loadExchangeFile.takes.tooLarge })
      const loaded = await sendFile(api.loadExchangeFile, { name: file.name }, file).catch((error: unknown) => {
        throw error instanceof CallError ? explained(error) : error
      })
      return { id: loaded.file, name: file.name }
    },
  })
}

/** The form has one field, so its refusal is the whole message. */
function explained(error: CallError): CallError {
  const [reason] = Object.values(error.body.fields ?? {})
  return reason === undefined ? error : new CallError(error.status, { ...error.body, message: reason })
}

/** Followed until the file has been imported; then everything of the page is fetched again. */
export function useFileState({ id }: LoadedFile) {
  const queries = useQueryClient()
  return useQuery({
    queryKey: ['exchange-file', id],
    queryFn: async ({ signal }) => {
      const state = await call(api.exchangeFileState, { file: id }, { signal })
      if (state.state !== 'waiting') void queries.invalidateQueries({ queryKey: staffExchangeKey })
      return state
    },
    refetchInterval: ({ state: { data } }) => (data?.state === 'done' || data?.state === 'failed' ? false : stateMs),
  })
}

export function useYml() {
  return useQuery({
    queryKey: ymlKey,
    queryFn: async ({ signal }) => (await call(api.ymlSettings, {}, { signal })).yml,
    refetchInterval: ymlMs,
  })
}

export type YmlForm = {
  address: string
  minutes: number
  price_type: string
  warehouse: string
  full: boolean
  available_quantity: number
}

export function useSaveYml() {
  const queries = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: (form: YmlForm) => call(api.saveYmlSettings, form),
    onSuccess: ({ yml }) => {
      queries.setQueryData(ymlKey, yml)
      notify({ tone: 'ok', text: 'Настройки YML сохранены', fadeMs: 3000 })
    },
  })
}

export function useFetchYml() {
  const queries = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: () => call(api.fetchYmlNow, {}),
    onSuccess: ({ yml }) => {
      queries.setQueryData(ymlKey, yml)
      notify({ tone: 'ok', text: 'Портал забирает файл: прогон появится в журнале' })
    },
    onError: ({ message }) => notify({ tone: 'bad', title: 'Файл не запрошен', text: message }),
  })
}
