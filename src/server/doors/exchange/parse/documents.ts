import { extname } from 'node:path/posix'
import { documentExtensions } from '#server/platform/files/document-types.ts'
import type { DocumentOfGood } from './items.ts'
import { children, childrenInSection, textOf, type XmlNode } from './node.ts'

/** Whether a file name of the exchange denotes a document, not a picture. */
export function isDocumentPath(path: string): boolean {
  return documentExtensions.includes(extname(path).slice(1).toLowerCase())
}

/**
 * Documents of a Товар: a Картинка that is a document, the requisites Файл (a path) and ОписаниеФайла (path#name).
 * Without a description the file name is used. Undefined if a record of changes names no files.
 */
export function readDocuments(node: XmlNode, full: boolean): DocumentOfGood[] | undefined {
  const requisites = childrenInSection(node, 'ЗначенияРеквизитов', 'ЗначениеРеквизита').map((each) => ({
    kind: textOf(each, 'Наименование').replace(/\s/g, '').toLowerCase(),
    value: textOf(each, 'Значение'),
  }))
  const valuesOf = (kind: string) => requisites.filter((each) => each.kind === kind).map(({ value }) => value)
  const named = valuesOf('описаниефайла').map((value) => {
    const [path = '', ...name] = value.split('#')
    return { path: path.trim(), name: name.join('#').trim() }
  })
  const plain = [...children(node, 'Картинка').map(({ text }) => text), ...valuesOf('файл')].map((path) => ({
    path: path.trim(),
    name: '',
  }))
  if (plain.length + named.length === 0 && !full) return undefined
  const documents = new Map<string, DocumentOfGood>()
  for (const { path, name } of [...plain, ...named]) {
    if (isDocumentPath(path)) documents.set(path, { path, name: name || (documents.get(path)?.name ?? fileName(path)) })
  }
  return [...documents.values()]
}

function fileName(path: string): string {
  const file = path.replaceAll('\\', '/').split('/').at(-1) ?? path
  return file.slice(0, file.length - extname(file).length)
}
