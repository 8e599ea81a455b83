import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import { refuseDamaged } from './archive.ts'
import { Unreadable } from './unreadable.ts'

export type PartHandler = {
  open: (tag: string, attributes: Record<string, string>) => void
  text?: (text: string) => void
  close?: (tag: string) => void
  /** Asked after each piece: no more is read. */
  isDone?: () => boolean
}

const deepest = 64

/** A text of its own: one that is cut out of a larger text would keep all of it in memory. */
export function ownText(text: string): string {
  return Buffer.from(text).toString()
}

/**
 * Streams a part of a workbook through its handler, tags without prefixes. Throws Unreadable above `most` bytes, too.
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
    throw new Unreadable('Файл с DOCTYPE не принимается')
  })
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > deepest) throw new Unreadable('Файл повреждён')
    open(bare(name), attributes)
  })
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  parser.on('closetag', ({ name }) => {
    depth -= 1
    close?.(bare(name))
  })
  try {
    for await (const piece of stream) {
      size += (piece as Buffer).length
      if (size > max) throw new Unreadable('Таблица распаковывается в слишком большой объём')
      parser.write(decoder.decode(piece as Buffer, { stream: true }))
      if (isDone?.()) return
    }
    parser.close()
  } catch (error) {
    refuseDamaged(error)
  }
}

function bare(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}
