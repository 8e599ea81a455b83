import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import { rethrowAsUnreadable, tooLargeMessage } from './archive.ts'
import { UnreadableTable } from './unreadable-table.ts'

export type PartHandler = {
  open: (tag: string, attributes: Record<string, string>) => void
  text?: (text: string) => void
  close?: (tag: string) => void
  /** Called after each chunk; true stops reading. */
  isDone?: () => boolean
}

const maxDepth = 64

/** Copies a text: a substring would keep the whole source text in memory. */
export function copyText(text: string): string {
  return Buffer.from(text).toString()
}

/**
 * Streams a part of a workbook to its handler; tag names have no prefixes. Throws UnreadableTable also above `max`
 * bytes.
 */
export async function readPart(
  stream: Readable,
  max: number,
  { open, text, close, isDone }: PartHandler,
): Promise<void> {
  const parser = new SaxesParser({ xmlns: false })
  const decoder = new TextDecoder('utf-8')
  let depth = 0
  let size = 0
  parser.on('doctype', () => {
    throw new UnreadableTable('Файл с DOCTYPE не принимается')
  })
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > maxDepth) throw new UnreadableTable('Файл повреждён')
    open(localName(name), attributes)
  })
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  parser.on('closetag', ({ name }) => {
    depth -= 1
    close?.(localName(name))
  })
  try {
    for await (const chunk of stream) {
      size += (chunk as Buffer).length
      if (size > max) throw new UnreadableTable(tooLargeMessage)
      parser.write(decoder.decode(chunk as Buffer, { stream: true }))
      if (isDone?.()) return
    }
    parser.close()
  } catch (error) {
    rethrowAsUnreadable(error)
  }
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}
