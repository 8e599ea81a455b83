import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { InputOf, ReplyOf } from '#shared/api/endpoint.ts'
import { listDocuments, mailDocuments, type ShippingDocument } from '#shared/api/money/documents.ts'
import { call } from '#web/api/client.ts'
import { isValidDocumentsPeriod, type DocumentsSearch } from './documents-url.ts'

export const documentForms = ['документ', 'документа', 'документов'] as const

export type DocumentList = ReplyOf<typeof listDocuments>

/** A page of documents; the previous one stays, dimmed, while a new one loads. */
export function useDocuments(search: DocumentsSearch) {
  return useQuery({
    queryKey: ['documents', search],
    queryFn: ({ signal }) => call(listDocuments, search, { signal }),
    enabled: isValidDocumentsPeriod(search),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
}

export function useMailDocuments() {
  return useMutation({ mutationFn: (input: InputOf<typeof mailDocuments>) => call(mailDocuments, input) })
}

/** The checked documents of a contract, over all pages. */
export function useMarkedDocuments(contract: number | undefined) {
  const [state, setState] = useState<{ contract: number | undefined; marked: ReadonlyMap<number, ShippingDocument> }>({
    contract,
    marked: new Map(),
  })
  const marked = state.contract === contract ? state.marked : new Map<number, ShippingDocument>()
  return {
    items: [...marked.values()],
    has: ({ id }: ShippingDocument) => marked.has(id),
    mark: (items: readonly ShippingDocument[], on: boolean) => {
      const next = new Map(marked)
      for (const item of items) {
        if (on) next.set(item.id, item)
        else next.delete(item.id)
      }
      setState({ contract, marked: next })
    },
    clear: () => setState({ contract, marked: new Map() }),
  }
}

export type MarkedDocuments = ReturnType<typeof useMarkedDocuments>
