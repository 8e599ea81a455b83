import { useState } from 'react'
import { useQueries } from '@tanstack/react-query'
import { product } from '#shared/api/catalogue.ts'
import { isComplaintQuantity } from '#shared/rules/aftersale/claims.ts'
import { call, CallError } from '#web/api/client.ts'
import { addComplaint, readComplaints, writeComplaints } from './complaints-cookie.ts'

export type OtherGood = { id: number; header: string; articul: string; picture: number; picturetype: string }

/** A good of the cookie; null once it is no longer sold. */
function keptGoodQuery(id: number) {
  return {
    queryKey: ['claims', 'kept', id],
    staleTime: 60_000,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<OtherGood | null> => {
      try {
        const { header, articul, picture, picturetype } = (await call(product, { id }, { signal })).product
        return { id, header, articul, picture, picturetype }
      } catch (error) {
        if (error instanceof CallError && error.status === 404) return null
        throw error
      }
    },
  }
}

/** Goods of a claim that were not ordered. The cookie keeps them until the claim is sent [V.16]. */
export function useOtherGoods(isShown: boolean) {
  const [kept] = useState(readComplaints)
  const [ids, setIds] = useState<readonly number[]>(() => Object.keys(kept).map(Number))
  const [found, setFound] = useState<Readonly<Record<string, OtherGood>>>({})
  const [quantities, setQuantities] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(Object.entries(kept).map(([id, count]) => [id, String(count)])),
  )
  const [isChanged, setIsChanged] = useState(false)
  const missing = isShown ? ids.filter((id) => found[String(id)] === undefined) : []
  const loads = useQueries({ queries: missing.map(keptGoodQuery) })
  const loaded = new Map(missing.map((id, index) => [id, loads[index]?.data]))

  function setQuantity(id: number, text: string | undefined) {
    const { [String(id)]: _before, ...others } = readComplaints()
    const isValid = text !== undefined && isComplaintQuantity(text)
    writeComplaints(isValid ? { ...others, [id]: Number(text) } : others)
    setQuantities(({ [String(id)]: _old, ...rest }) => (text === undefined ? rest : { ...rest, [id]: text }))
    setIsChanged(true)
  }

  return {
    goods: ids.flatMap((id) => found[String(id)] ?? loaded.get(id) ?? []),
    quantities,
    /** Changed since the form was opened. */
    isChanged,
    isLoading: loads.some(({ isPending }) => isPending),
    hasFailed: loads.some(({ isError }) => isError),
    reload: () => {
      for (const load of loads) if (load.isError) void load.refetch()
    },
    setQuantity: (id: number, text: string) => setQuantity(id, text),
    /** Adding the same good again adds 1. */
    add: (good: OtherGood) => {
      setQuantity(good.id, String(addComplaint(readComplaints(), good.id)[String(good.id)]))
      setFound((current) => ({ ...current, [good.id]: good }))
      setIds((current) => (current.includes(good.id) ? current : [...current, good.id]))
    },
    remove: (id: number) => {
      setQuantity(id, undefined)
      setIds((current) => current.filter((each) => each !== id))
    },
    /** Once the claim is sent. */
    forget: () => writeComplaints({}),
  }
}

export type OtherGoodsDraft = ReturnType<typeof useOtherGoods>
