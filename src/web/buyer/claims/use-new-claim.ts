import { useState } from 'react'
import type { ClaimFile, OrderClaims } from '#shared/api/claims.ts'
import {
  claimTypes,
  isComplaintQuantity,
  wishesOfType,
  type ClaimType,
  type ClaimWish,
} from '#shared/rules/aftersale/claims.ts'
import { kopecks, lineSumKopecks, milli, roubles } from '#shared/rules/money.ts'
import type { OtherGood } from './OtherGoods.tsx'
import { useFileClaim } from './use-claims.ts'
import { writeComplaints } from './complaints-cookie.ts'

/** Reason and comment of a single line. */
type Grounds = { type: ClaimType; text: string }

/** State of the form of a new claim. */
export function useNewClaim({ order, lines }: OrderClaims, onFiled: (claim: { id: number; number: string }) => void) {
  const filing = useFileClaim()
  const [key] = useState(() => crypto.randomUUID())
  const [type, setType] = useState<ClaimType>(1)
  const [wish, setWish] = useState<ClaimWish>()
  const [text, setText] = useState('')
  const [files, setFiles] = useState<readonly ClaimFile[]>([])
  const [others, setOthers] = useState<readonly OtherGood[]>([])
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const [quantities, setQuantities] = useState<Readonly<Record<string, number>>>({})
  const [grounds, setGrounds] = useState<Readonly<Record<string, Partial<Grounds>>>>({})
  const [message, setMessage] = useState<string>()
  const { takesOthers } = claimTypes[type]
  const groundsOf = (line: number): Grounds => ({ type, text: '', ...grounds[String(line)] })
  const chosen = lines.filter(({ line }) => (quantities[String(line)] ?? 0) > 0)
  const named = takesOthers ? others : []
  const types = [...chosen.map(({ line }) => groundsOf(line).type), ...(named.length > 0 ? [type] : [])]
  const needsPhoto = (types.length === 0 ? [type] : types).some((each) => claimTypes[each].needsPhoto)
  const asks = wish !== undefined && wishesOfType[type].includes(wish) ? wish : wishesOfType[type][0]
  const sums = chosen.map(({ line, price }) =>
    price === null ? null : lineSumKopecks(kopecks(price), milli(quantities[String(line)] ?? 0)),
  )
  const sum = sums.includes(null) ? null : roubles(sums.reduce<number>((total, each) => total + (each ?? 0), 0))

  function faultOf(): string | undefined {
    if (chosen.length + named.length === 0) return 'Отметьте количество хотя бы у одного товара'
    if (named.some(({ id }) => !isComplaintQuantity(texts[String(id)] ?? '')))
      return 'Количество товара не из заказа – целое число от 1'
    if (needsPhoto && !files.some(({ type: kind }) => kind === 'webp')) return 'Приложите хотя бы одно фото'
    return undefined
  }

  function send() {
    if (filing.isPending) return
    const found = faultOf()
    setMessage(found)
    if (found !== undefined) return
    const reclamation = {
      orderCode1c: order.number,
      type: claimTypes[type].name,
      products: chosen.map(({ id, line }) => {
        const own = groundsOf(line)
        const differs = own.type !== type && { type: claimTypes[own.type].name }
        return { id, qty: quantities[String(line)] ?? 0, description: own.text, ...differs }
      }),
      others: named.map(({ id }) => ({ id, qty: Number(texts[String(id)]) })),
      description: text,
      wish: asks,
      files: files.map(({ id }) => id),
      key,
    }
    filing.mutate(
      { reclamation },
      {
        onSuccess: ({ claim }) => {
          writeComplaints({})
          onFiled(claim)
        },
        onError: (error) => console.error('claim not filed', error),
      },
    )
  }

  return {
    type,
    wish: asks,
    text,
    files,
    others,
    texts,
    quantities,
    needsPhoto,
    takesOthers,
    sum,
    positions: chosen.length + named.length,
    message: message ?? filing.error?.message,
    isPending: filing.isPending,
    setType: (next: ClaimType) => {
      setType(next)
      setMessage(undefined)
    },
    groundsOf,
    setGrounds: (line: number, part: Partial<Grounds>) =>
      setGrounds((before) => ({ ...before, [line]: { ...before[String(line)], ...part } })),
    setWish,
    setText,
    setFiles,
    setOthers: (goods: readonly OtherGood[], next: Readonly<Record<string, string>>) => {
      setOthers(goods)
      setTexts(next)
    },
    setQuantity: (line: number, quantity: number) => {
      setMessage(undefined)
      setQuantities((before) => ({ ...before, [line]: quantity }))
    },
    send,
  }
}

export type NewClaim = ReturnType<typeof useNewClaim>
