import { useRef, useState } from 'react'
import type { OrderClaims } from '#shared/api/claims.ts'
import {
  claimTypes,
  isComplaintQuantity,
  remediesOfType,
  type ClaimType,
  type RequestedRemedy,
} from '#shared/rules/aftersale/claims.ts'
import { kopecks, lineSumKopecks, milli, roubles } from '#shared/rules/money.ts'
import { randomKey } from '#web/api/random-key.ts'
import { unsentReason, useClaimFiles, sendSoon } from './use-claim-files.ts'
import { useFileClaim } from './use-claims.ts'
import { useOtherGoods } from './use-other-goods.ts'

const photoMissing = 'Приложите хотя бы одно фото'

/** Reason and comment of a single line. */
type LineReason = { type: ClaimType; text: string }

/** State of the form of a new claim. */
export function useNewClaim({ order, lines }: OrderClaims, onFiled: (claim: { id: number; number: string }) => void) {
  const fileClaim = useFileClaim()
  const [key] = useState(randomKey)
  const [type, setType] = useState<ClaimType>(1)
  const [remedy, setRemedy] = useState<RequestedRemedy>()
  const [text, setText] = useState('')
  const photos = useClaimFiles()
  const [quantities, setQuantities] = useState<Readonly<Record<string, number>>>({})
  const [reasons, setReasons] = useState<Readonly<Record<string, Partial<LineReason>>>>({})
  /** Once sent: what is still wrong is shown until it is mended. */
  const [tried, setTried] = useState(false)
  /** Where a missing photo is added. */
  const photoButton = useRef<HTMLButtonElement>(null)
  const { takesOthers } = claimTypes[type]
  const others = useOtherGoods(takesOthers)
  const reasonOf = (line: number): LineReason => ({ type, text: '', ...reasons[String(line)] })
  const chosen = lines.filter(({ line }) => (quantities[String(line)] ?? 0) > 0)
  const includedOthers = takesOthers ? others.goods : []
  const types = [...chosen.map(({ line }) => reasonOf(line).type), ...(includedOthers.length > 0 ? [type] : [])]
  const needsPhoto = (types.length === 0 ? [type] : types).some((each) => claimTypes[each].needsPhoto)
  const effectiveRemedy =
    remedy !== undefined && remediesOfType[type].includes(remedy) ? remedy : remediesOfType[type][0]
  const sums = chosen.map(({ line, price }) =>
    price === null ? null : lineSumKopecks(kopecks(price), milli(quantities[String(line)] ?? 0)),
  )
  const sum = sums.includes(null) ? null : roubles(sums.reduce<number>((total, each) => total + (each ?? 0), 0))

  const lacksPhoto = needsPhoto && !photos.files.some(({ type: kind }) => kind === 'webp')

  function validate(): string | undefined {
    if (others.isLoading) return `Товары не из заказа ещё загружаются. ${sendSoon}`
    if (others.hasFailed) return 'Не все товары не из заказа загружены: повторите загрузку'
    if (chosen.length + includedOthers.length === 0) return 'Отметьте количество хотя бы у одного товара'
    if (includedOthers.some(({ id }) => !isComplaintQuantity(others.quantities[String(id)] ?? '')))
      return 'Количество товара не из заказа – целое число от 1'
    if (photos.uploads.length > 0) return unsentReason(photos)
    if (lacksPhoto) return photoMissing
    return undefined
  }

  function send() {
    if (fileClaim.isPending) return
    setTried(true)
    const problem = validate()
    if (problem === photoMissing) photoButton.current?.focus()
    if (problem !== undefined) return
    const reclamation = {
      orderCode1c: order.number,
      type: claimTypes[type].name,
      products: chosen.map(({ id, line }) => {
        const lineReason = reasonOf(line)
        const differs = lineReason.type !== type && { type: claimTypes[lineReason.type].name }
        return { id, qty: quantities[String(line)] ?? 0, description: lineReason.text, ...differs }
      }),
      others: includedOthers.map(({ id }) => ({ id, qty: Number(others.quantities[String(id)]) })),
      description: text,
      wish: effectiveRemedy,
      files: photos.files.map(({ id }) => id),
      key,
    }
    fileClaim.mutate(
      { reclamation },
      {
        onSuccess: ({ claim }) => {
          others.forget()
          onFiled(claim)
        },
        onError: (error) => console.error('claim not filed', error),
      },
    )
  }

  return {
    type,
    remedy: effectiveRemedy,
    text,
    photos,
    others,
    quantities,
    needsPhoto,
    photoButton,
    isPhotoMissing: tried && validate() === photoMissing,
    takesOthers,
    sum,
    positions: chosen.length + includedOthers.length,
    message: (tried ? validate() : undefined) ?? fileClaim.error?.message,
    isPending: fileClaim.isPending,
    /** Something was entered since the form was opened. */
    isChanged:
      text.trim() !== '' || chosen.length > 0 || photos.files.length + photos.uploads.length > 0 || others.isChanged,
    setType: (next: ClaimType) => {
      setType(next)
      setTried(false)
    },
    reasonOf,
    setGrounds: (line: number, patch: Partial<LineReason>) =>
      setReasons((previous) => ({ ...previous, [line]: { ...previous[String(line)], ...patch } })),
    setRemedy,
    setText,
    setQuantity: (line: number, quantity: number) => {
      setTried(false)
      setQuantities((previous) => ({ ...previous, [line]: quantity }))
    },
    send,
  }
}

export type NewClaim = ReturnType<typeof useNewClaim>
