import { useEffect, type ReactNode } from 'react'
import { useMutation } from '@tanstack/react-query'
import { useBasket } from '#web/parts/basket/use-basket.ts'
import { notAddedNotification } from '#web/parts/basket/not-added.ts'
import { Button } from '#web/ui/Button.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { Page } from '#web/ui/page/Page.tsx'
import type { AddToCart, CartReply } from '../add-to-cart.ts'
import { sendOnce } from '#web/api/attempts.ts'
import { CallError } from '#web/api/client.ts'
import type { GoodsFinder } from '#web/parts/goods/goods-finder.ts'
import { DropZone } from './start/DropZone.tsx'
import { ReviewScreen } from './ReviewScreen.tsx'
import { toCartInput, isAdded } from './review-rows.ts'
import { attemptsOf } from './review-store.ts'
import { planDrafts, splitColumns } from './split-columns.ts'
import { useSaveDrafts } from './use-save-drafts.ts'
import type { SaveDrafts } from '../save-drafts.ts'
import { Sending } from './start/Sending.tsx'
import { UnfinishedReviews } from './start/UnfinishedReviews.tsx'
import { UploadError } from './start/UploadError.tsx'
import { usePasted } from './start/use-pasted.ts'
import { PageTitle } from '#web/ui/page/PageTitle.tsx'
import { columnsToRemember, uploadTitle, type Source, type Upload } from './upload.ts'
import { useReadTable, useUnfinished, useUpload } from './use-upload.ts'

type UploadScreenProps = {
  account: number
  contract: number
  /** The contract is being changed, so the shown data is outdated. */
  switching: boolean
  find: GoodsFinder
  /** Link to a price list that can be filled in and uploaded. */
  ownPriceList: ReactNode
  onAdd: AddToCart
  onAdded: (reply: CartReply) => void
  onSaveDrafts: SaveDrafts
}

/** An order from a buyer's file: upload, review, add to the basket. */
export function UploadScreen({
  account,
  contract,
  switching,
  find,
  ownPriceList,
  onAdd,
  onAdded,
  onSaveDrafts,
}: UploadScreenProps) {
  const {
    upload,
    current,
    restoring,
    applyAnswer,
    change,
    setMode,
    closeReview,
    resume,
    saveAsOrdered,
    showBasket,
    setUnanswered,
  } = useUpload(account)
  const { data: basket, dataUpdatedAt: basketAt } = useBasket()
  const { unfinished, deleteReview } = useUnfinished(account)
  const { read, reading, sent, request, error, clearError, cancel } = useReadTable(applyAnswer)
  const add = useAddReviewed(onAdd, {
    onAdded(reply, added) {
      setUnanswered(added.id, false)
      if (reply.count > 0) saveAsOrdered(added)
      onAdded(reply)
    },
    onUsedUp: ({ id }) => setUnanswered(id, false),
  })
  const { save, isSaving, savedOf } = useSaveDrafts(onSaveDrafts, saveAsOrdered)
  const isOtherTable = request !== undefined && request.source !== upload?.source
  usePasted((source) => start(source))

  // Goods and prices change with the contract and over time: the same table is read again.
  useEffect(() => {
    if (upload && (upload.contract !== contract || upload.isOutdated))
      read({ contract, source: upload.source, reading: upload.reading })
  }, [upload, contract, read])

  // Until an addition is answered the rows show the basket before it: sent again, it replaces what was added.
  useEffect(() => {
    if (upload && basket && basketAt > upload.readAt && !upload.isUnanswered) showBasket(basket)
  }, [upload, basket, basketAt, showBasket])

  function start(source: Source) {
    if (reading) return
    read({ contract, source, reading: {} })
  }

  function addReviewed() {
    const reviewed = current()
    if (reviewed?.rows.some((row) => isAdded(row, reviewed.mode))) {
      setUnanswered(reviewed.id, true)
      add.mutate(reviewed)
    }
  }

  function saveDrafts() {
    const reviewed = current()
    if (reviewed && planDrafts(reviewed, splitColumns(reviewed) ?? []).some(({ list }) => list.size > 0)) save(reviewed)
  }

  const problem = error && request && (
    <UploadError
      error={error}
      name={'file' in request.source ? request.source.file.name : undefined}
      onRetry={() => read(request)}
    />
  )
  if (upload && !(reading && isOtherTable)) {
    return (
      <ReviewScreen
        upload={upload}
        find={find}
        reading={reading}
        adding={add.isPending || isSaving || reading || switching || upload.contract !== contract}
        problem={problem}
        otherFile={
          <Button
            small
            onClick={() => {
              clearError()
              closeReview()
            }}
          >
            Другой файл
          </Button>
        }
        onChange={change}
        onRead={(choice) => read({ contract, source: upload.source, reading: choice })}
        onMode={setMode}
        onAdd={addReviewed}
        onSaveDrafts={saveDrafts}
        saved={savedOf(upload)}
      />
    )
  }
  return (
    <Page
      title="Заказ из файла"
      extra={<span className="dim">сначала покажем, что нашлось; в корзину ничего не попадёт без вас</span>}
    >
      <PageTitle>{uploadTitle}</PageTitle>
      {problem}
      {reading && request ? (
        <Sending source={request.source} sent={sent} onCancel={cancel} />
      ) : (
        !restoring &&
        unfinished && (
          <>
            <UnfinishedReviews unfinished={unfinished} onResume={(id) => void resume(id)} onForget={deleteReview} />
            <DropZone onSource={start} ownPriceList={ownPriceList} />
          </>
        )
      )}
    </Page>
  )
}

type AdditionEvents = {
  onAdded: (reply: CartReply, upload: Upload) => void
  /** The attempt can never be executed: nothing is unanswered any more. */
  onUsedUp: (upload: Upload) => void
}

/** Adds the reviewed rows to the basket, or replaces its quantities. */
function useAddReviewed(onAdd: AddToCart, { onAdded, onUsedUp }: AdditionEvents) {
  const notify = useNotify()
  return useMutation({
    mutationFn: (upload: Upload) => {
      const { contract, mode, rows } = upload
      const input = { contract, mode, ...toCartInput(rows, mode), columns: columnsToRemember(upload) }
      return sendOnce(attemptsOf(upload.id, 'cart'), input, (keys) => onAdd(input, keys))
    },
    onSuccess: onAdded,
    onError: (error, upload) => {
      if (error instanceof CallError && error.code === 'keyReused') onUsedUp(upload)
      notify(notAddedNotification(error.message))
    },
  })
}
