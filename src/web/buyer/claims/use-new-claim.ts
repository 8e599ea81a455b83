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
type LineReason = { type: ClaimType; text: string }

/** State of the form of a new claim. */
export function useNewClaim({ order, lines }: OrderClaims, onFiled: (claim: { id: number; number: string }) => void) {
  const fileClaim = useFileClaim()
  const [key] = useState(() => crypto.randomUUID())
  const [type, setType] = useState<ClaimType>(1)
  const [wish, setWish] = useState<ClaimWish>()
  const [text, setText] = useState('')
  const [files, setFiles] = useState<readonly ClaimFile[]>([])
  const [others, setOthers] = useState<readonly OtherGood[]>([])
  const [otherQuantities, setOtherQuantities] = useState<Readonly<Record<string, string>>>({})
  const [quantities, setQuantities] = useState<Readonly<Record<string, number>>>({})
  const [reasons, setReasons] = useState<Readonly<Record<string, Partial<LineReason>>>>({})
  const [message, setMessage] = useState<string>()
  const { takesOthers } = claimTypes[type]
  const reasonOf = (line: number): LineReason => ({ type, text: '', ...reasons[String(line)] })
  const chosen = lines.filter(({ line }) => (quantities[String(line)] ?? 0) > 0)
  const includedOthers = takesOthers ? others : []
  const types = [...chosen.map(({ line }) => reasonOf(line).type), ...(includedOthers.length > 0 ? [type] : [])]
  const needsPhoto = (types.length === 0 ? [type] : types).some((each) => claimTypes[each].needsPhoto)
  const effectiveWish = wish !== undefined && wishesOfType[type].includes(wish) ? wish : wishesOfType[type][0]
  const sums = chosen.map(({ line, price }) =>
    price === null ? null : lineSumKopecks(kopecks(price), milli(quantities[String(line)] ?? 0)),
  )
  const sum = sums.includes(null) ? null : roubles(sums.reduce<number>((total, each) => total + (each ?? 0), 0))

  function validate(): string | undefined {
    if (chosen.length + includedOthers.length === 0) return 'Отметьте количество хотя бы у одного товара'
    if (includedOthers.some(({ id }) => !isComplaintQuantity(otherQuantities[String(id)] ?? '')))
      return 'Количество товара не из заказа – целое число от 1'
    if (needsPhoto && !files.some(({ type: kind }) => kind === 'webp')) return 'Приложите хотя бы одно фото'
    return undefined
  }

  function send() {
    if (fileClaim.isPending) return
    const invalidReason = validate()
    setMessage(invalidReason)
    if (invalidReason !== undefined) return
    const reclamation = {
      orderCode1c: order.number,
      type: claimTypes[type].name,
      products: chosen.map(({ id, line }) => {
        const lineReason = reasonOf(line)
        const differs = lineReason.type !== type && { type: claimTypes[lineReason.type].name }
        return { id, qty: quantities[String(line)] ?? 0, description: lineReason.text, ...differs }
      }),
      others: includedOthers.map(({ id }) => ({ id, qty: Number(otherQuantities[String(id)]) })),
      description: text,
      wish: effectiveWish,
      files: files.map(({ id }) => id),
      key,
    }
    fileClaim.mutate(
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
    wish: effectiveWish,
    text,
    files,
    others,
    otherQuantities,
    quantities,
    needsPhoto,
    takesOthers,
    sum,
    positions: chosen.length + includedOthers.length,
    message: message ?? fileClaim.error?.message,
    isPending: fileClaim.isPending,
    setType: (next: ClaimType) => {
      setType(next)
      setMessage(undefined)
    },
    reasonOf,
    setGrounds: (line: number, patch: Partial<LineReason>) =>
      setReasons((previous) => ({ ...previous, [line]: { ...previous[String(line)], ...patch } })),
    setWish,
    setText,
    setFiles,
    setOthers: (goods: readonly OtherGood[], next: Readonly<Record<string, string>>) => {
      setOthers(goods)
      setOtherQuantities(next)
    },
    setQuantity: (line: number, quantity: number) => {
      setMessage(undefined)
      setQuantities((previous) => ({ ...previous, [line]: quantity }))
    },
    send,
  }
}

export type NewClaim = ReturnType<typeof useNewClaim>
