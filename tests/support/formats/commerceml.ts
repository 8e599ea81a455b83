import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'

const folder = fileURLToPath(new URL('../../../../shared/samples/commerceml', import.meta.url))

/** Whether the samples are available beside the clone; tests that need them are skipped otherwise, with a message. */
export const samplesAbsent = !existsSync(folder) && 'the samples of ../shared are absent'

const schemas: Record<string, string> = {
  '2.07': 'cml207.xsd',
  '2.08': 'commerceml-2.08.xsd',
  '2.09': 'cml209.xsd',
  '2.10': 'commerceml-2.10.xsd',
}

export function sample(path: string): Buffer {
  return readFileSync(`${folder}/${path}`)
}

/** Errors of a file by a CommerceML schema; empty = valid. */
export function schemaFaults(xml: string | Buffer, version: string): string[] {
  return faultsBy(sample(`xsd/${schemas[version] ?? ''}`), xml)
}

/** Errors by our own schema of order documents, and by the standard's schemas if available. */
export function orderFaults(xml: string | Buffer, version: string): string[] {
  const own = faultsBy(readFileSync(new URL('order-document.xsd', import.meta.url)), xml)
  return samplesAbsent ? own : [...own, ...schemaFaults(xml, version)]
}

function faultsBy(schemaFile: Buffer, xml: string | Buffer): string[] {
  const schema = XmlDocument.fromBuffer(schemaFile)
  const validator = XsdValidator.fromDoc(schema)
  const document = typeof xml === 'string' ? XmlDocument.fromString(xml) : XmlDocument.fromBuffer(xml)
  try {
    validator.validate(document)
    return []
  } catch (error) {
    return String(error instanceof Error ? error.message : error)
      .split('\n')
      .filter((line) => line !== '')
  } finally {
    document.dispose()
    validator.dispose()
    schema.dispose()
  }
}
